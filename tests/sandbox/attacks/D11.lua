-- expect: error: attempt to call a nil value (global 'pcall')
-- expect opened: killed: memory
-- opens: setmetatable
-- D11. Weak metatable with __newindex at the memory limit
local keep={} local function try() local mt=setmetatable({__newindex={}},{__mode='v'}) local t=setmetatable({},mt) for i=1,300 do t[i]=i end end
for r=1,3000 do pcall(function() while true do keep[#keep+1]=('k'):rep(1000)..#keep if #keep%3==0 then try() end end end) for i=1,50 do keep[#keep]=nil end end
