-- expect: refused: C stack overflow
-- P08-300. The same with 300 levels
return ('do '):rep(300)..('end '):rep(300)
