-- expect: error: attempt to call a nil value (global 'pcall')
-- expect opened: killed: memory
-- D13. Error in error handling with no memory
local t={} pcall(function() while true do t[#t+1]=('x'):rep(100)..#t end end) local function f() return 1+f() end xpcall(f,f)
