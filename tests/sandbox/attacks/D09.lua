-- expect: error: attempt to call a nil value (global 'setmetatable')
-- expect opened: error: attempt to concatenate a table value
-- opens: setmetatable
-- D09. Same, without coroutines
local function deep(n) return n>0 and 1+deep(n-1) or 0 end
local o=setmetatable({},{__concat=function() deep(150000) return 'r' end})
local function f(a,b,c,d) return a..b..c..d end
local r=f('x','y',o,'z') for i=1,1e5 do local t={r} end print(r)
