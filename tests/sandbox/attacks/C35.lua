-- expect: killed: instructions
-- C35. Select loop, quadratic
local t={} for i=1,240 do t[i]=i end local function f(...) local n=0 for i=1,select('#',...) do n=n+(select(i,...)) end return n end while true do f(table.unpack(t)) end
