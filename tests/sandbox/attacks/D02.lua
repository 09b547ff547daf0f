-- expect: error: attempt to call a nil value (global 'pcall')
-- expect opened: works
-- D02. Recursion through pcall
local function f() return pcall(f) end f()
