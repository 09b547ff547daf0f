-- expect: refused: the source is over 65536 bytes
-- P13. Unary chain
return 'return '..('not '):rep(1e5)..'1'
