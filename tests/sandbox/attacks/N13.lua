-- expect: error: attempt to call a nil value (global 'setmetatable')
-- expect opened: error: pairs: key of type table has no fixed order
-- opens: setmetatable
-- N13. Weak table shows when the collector runs
local w=setmetatable({},{__mode='k'}) for i=1,1000 do w[{}]=1 end local n=0 for _ in pairs(w) do n=n+1 end print(n)
