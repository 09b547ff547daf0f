-- expect: refused: the source is over 65536 bytes
-- P02. Deep tables
return 'return '..('{'):rep(1e5)..('}'):rep(1e5)
