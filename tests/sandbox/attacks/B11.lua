-- expect: error: attempt to index a nil value (global 'coroutine')
-- B11. Coroutine swarm
local t={} for i=1,1e7 do t[i]=coroutine.create(function() end) end
