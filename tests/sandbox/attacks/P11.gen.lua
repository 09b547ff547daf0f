-- expect: refused: the source is over 65536 bytes
-- P11. 1 MiB numeral
return 'return '..('1'):rep(1e6)
