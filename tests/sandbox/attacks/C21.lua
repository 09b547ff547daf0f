-- expect: killed: instructions
-- C21. Sort of long equal strings
-- A sort pays for the bytes that it compares.
local p=('x'):rep(1<<16) local t={} for i=1,200 do t[i]=p..i end for k=1,1e3 do table.sort(t) end
