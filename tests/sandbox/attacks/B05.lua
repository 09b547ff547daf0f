-- expect: error: attempt to call a nil value (method 'gsub')
-- B05. Gsub result bomb
local s=('x'):rep(30000) print(#(s:gsub('x',s)))
