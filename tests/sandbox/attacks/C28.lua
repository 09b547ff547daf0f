-- expect: error: attempt to call a nil value (global 'collectgarbage')
-- C28. Collectgarbage('stop')
collectgarbage('stop') local s while true do s={} end
