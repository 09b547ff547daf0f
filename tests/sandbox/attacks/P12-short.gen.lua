-- expect: refused: unfinished long string
-- P12-short. Unfinished long string
return 'return [==['..('x'):rep(100)
