-- expect: error: attempt to index a nil value (global 'coroutine')
-- E06. Yield from the main chunk
coroutine.yield(1)
