-- expect: error: attempt to call a nil value (global 'pcall')
-- expect opened: works: false\tN12.lua:3: attempt to call a nil value (global 'next')
local t={a=1} print(pcall(function() local k=next(t) t.zz=1 t.yy=2 t.xx=3 t.a=nil return next(t,k) end))
