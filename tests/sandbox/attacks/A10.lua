-- expect: error: attempt to call a nil value (global 'load')
-- A10. A copied string table is bypassed by method syntax
local env={string={len=string.len}} print(load("return #(('x'):rep(10))",'c','t',env)())
