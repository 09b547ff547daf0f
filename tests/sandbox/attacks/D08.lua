-- expect: error: attempt to call a nil value (global 'setmetatable')
-- expect opened: error: attempt to index a nil value (global 'coroutine')
-- opens: setmetatable
-- D08. __concat grows the stack (Debian 5.4.4-3 regression)
local function deep(n) return n>0 and 1+deep(n-1) or 0 end
local o=setmetatable({},{__concat=function() deep(3000) return 'r' end})
local function f(a,b,c,d) return a..b..c..d end
for i=1,200 do coroutine.wrap(f)('x','y',o,'z') end
