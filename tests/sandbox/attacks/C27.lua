-- expect: error: attempt to call a nil value (global 'collectgarbage')
-- C27. Collectgarbage in a loop
local t={} for i=1,2e5 do t[i]={} end while true do collectgarbage() end
