-- expect: error: attempt to call a nil value (global 'xpcall')
-- D15. Stack overflow inside an error handler
local function f() return 1+f() end print(xpcall(f,function() return f() end))
