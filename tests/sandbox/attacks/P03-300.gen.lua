-- expect: refused: C stack overflow
-- P03-300. The same with 300 levels
return 'return '..("'a'.."):rep(300).."'a'"
