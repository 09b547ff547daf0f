-- expect: killed: calls
-- D01. Infinite recursion
local function f() return 1+f() end f()
