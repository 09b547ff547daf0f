-- expect: error: attempt to index a nil value (global 'coroutine')
-- C07. Coroutine.resume swallows the limit error
while true do coroutine.resume(coroutine.create(function() while true do end end)) end
