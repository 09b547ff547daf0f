-- expect: error: attempt to call a nil value (global 'setmetatable')
-- expect opened: killed: instructions
-- opens: setmetatable
-- C09. __gc runs with hooks off
setmetatable({},{__gc=function() while true do end end})
local t for i=1,1e7 do t={} end
