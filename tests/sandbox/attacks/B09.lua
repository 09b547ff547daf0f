-- expect: killed: memory
-- B09. Varargs amplification
local t={} for i=1,250 do t[i]=0 end local function f(n,...) return n==0 and select('#',...) or f(n-1,0,...) end print(f(9e4,table.unpack(t)))
