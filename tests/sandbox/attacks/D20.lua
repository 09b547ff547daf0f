-- expect: error: attempt to call a nil value (global 'pcall')
-- expect opened: works
-- D20. Comparison as an index of an upvalue (wrong code)
-- Wrong code of Lua 5.4.4 for up[a<b]: right would be 'true 10'. No harm is done.
local up={[true]=10} local function f(a,b) return up[a<b] end print(pcall(f,1,2))
