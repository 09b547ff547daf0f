-- expect: refused: C stack overflow
-- P02-300. The same with 300 levels
return 'return '..('{'):rep(300)..('}'):rep(300)
