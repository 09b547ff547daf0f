-- expect: error: attempt to call a nil value (global 'setmetatable')
-- expect opened: works
-- opens: setmetatable
-- C10. __gc at lua_close
setmetatable({},{__gc=function() while true do end end})
