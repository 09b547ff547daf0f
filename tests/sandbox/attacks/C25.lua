-- expect: killed: cpu
-- C25. Pairs() over a big emptied table
local t={} for i=1,2e5 do t[i]=1 end for i=1,2e5 do t[i]=nil end while true do for k in pairs(t) do end end
