-- expect: error: attempt to call a nil value (global 'setmetatable')
-- expect opened: error: got a non-closable value
-- opens: setmetatable
-- C11. __close revives itself after the limit error
local mt={} mt.__close=function() local y<close> =setmetatable({},mt) while true do end end
local x<close> =setmetatable({},mt) while true do end
