-- expect: killed: instructions
-- C34. Table.remove front, quadratic
local t={} for i=1,2e5 do t[i]=i end for i=1,2e5 do table.remove(t,1) end
