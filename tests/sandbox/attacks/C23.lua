-- expect: error: attempt to call a nil value (global 'setmetatable')
-- expect opened: killed: cpu
-- opens: setmetatable
-- C23. Long __index chain
local t={} for i=1,1900 do t=setmetatable({},{__index=t}) end while true do local x=t.y end
