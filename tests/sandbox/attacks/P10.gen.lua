-- expect: refused: the source is over 65536 bytes
-- P10. Many upvalues / constants
return 'return {'..('0.5,1.5,'):rep(15000)..'}'
