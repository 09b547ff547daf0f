-- expect: killed: memory
-- B14. One string under the cap, many live
local t={} for i=1,1e6 do t[i]=('x'):rep(60000)..i end
