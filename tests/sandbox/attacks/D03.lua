-- expect: error: attempt to call a nil value (global 'setmetatable')
-- expect opened: error: attempt to call a nil value (global 'getmetatable')
-- opens: setmetatable
-- D03. Recursion through metamethods
local t=setmetatable({},{}) getmetatable(t).__index=function(_,k) return t[k] end return t.x
