-- expect: error: attempt to call a nil value (global 'setmetatable')
-- expect opened: error: C stack overflow
-- opens: setmetatable
-- D03-index. Recursion through __index
local t t=setmetatable({},{__index=function(_,k) return t[k] end}) return t.x
