-- expect: refused: the source is over 65536 bytes
-- P04. Long and-chain (jump lists)
return 'local a return '..('a and '):rep(43000)..'a'
