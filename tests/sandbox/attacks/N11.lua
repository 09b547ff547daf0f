-- expect: error: attempt to call a nil value (global 'pcall')
-- expect opened: works: true
-- N11. Assignment to a new key during pairs
local t={a=1,b=2,c=3} print(pcall(function() for k in pairs(t) do t[k..'x']=1 end end))
