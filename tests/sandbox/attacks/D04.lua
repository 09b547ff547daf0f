-- expect: error: attempt to call a nil value (method 'gsub')
-- D04. Recursion through string.gsub
local function f(s) return (s:gsub('.',f)) end f('x')
