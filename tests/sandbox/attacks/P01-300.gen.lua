-- expect: refused: C stack overflow
-- P01-300. The same with 300 levels
return 'return '..('('):rep(300)..'1'..(')'):rep(300)
