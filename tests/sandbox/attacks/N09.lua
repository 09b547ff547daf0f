-- expect: error: attempt to call a nil value (global 'print')
-- expect opened: works: 87916428
-- N09. Unstable sort with random pivot
local n=4000 local t={} for i=1,n do t[i]={k=(i<=n/2) and i or n-i, id=i} end table.sort(t,function(a,b) return a.k<b.k end) local h=0 for i=1,n do h=(h*31+t[i].id)%1000000007 end print(h)
