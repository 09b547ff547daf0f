-- expect: refused: the source is over 65536 bytes
-- P01. Deep parentheses
return 'return '..('('):rep(1e5)..'1'..(')'):rep(1e5)
