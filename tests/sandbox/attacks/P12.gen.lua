-- expect: refused: the source is over 65536 bytes
-- P12. Unfinished long string
return 'return [==['..('x'):rep(1e5)
