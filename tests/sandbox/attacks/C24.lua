-- expect: killed: memory
-- C24. Next() over a big emptied table
local t={} for i=1,4e5 do t[i]=1 end for i=1,4e5 do t[i]=nil end while true do next(t) end
