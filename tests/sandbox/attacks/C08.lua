-- expect: error: attempt to index a nil value (global 'coroutine')
-- C08. Fresh coroutine resets the hook count
while true do coroutine.wrap(function() for i=1,400 do end end)() end
