-- expect: refused: C stack overflow
-- P13-300. The same with 300 levels
return 'return '..('not '):rep(300)..'1'
