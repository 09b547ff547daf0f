-- expect: refused: the source is over 65536 bytes
-- P03. Long right-associative chain
return 'return '..("'a'.."):rep(1e5).."'a'"
