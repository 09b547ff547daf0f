-- expect: killed: cpu
-- C22. Comparison of long strings
local a,b=('x'):rep(250000)..'',('x'):rep(250000)..'' local n=0 while true do if a==b then n=n+1 end end
