-- expect: error: attempt to index a nil value (global 'coroutine')
-- D07. Chain of coroutine.close (5.4.4 bug)
local co=false for i=1,20000 do local p=co co=coroutine.create(function() local c<close> =setmetatable({},{__close=function() if p then coroutine.close(p) end end}) coroutine.yield() end) coroutine.resume(co) end coroutine.close(co)
