-- expect: error: attempt to index a nil value (global 'coroutine')
-- C06. Coroutine hides from a hook set on the main thread
local f=coroutine.wrap(function() while true do end end) f()
