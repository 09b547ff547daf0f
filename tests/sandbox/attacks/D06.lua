-- expect: error: attempt to index a nil value (global 'coroutine')
-- D06. Nested coroutine.wrap
local function f() return coroutine.wrap(f)() end f()
