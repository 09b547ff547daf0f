-- expect: error: attempt to call a nil value (global 'pcall')
-- expect opened: works: false\tN12.lua:4: attempt to call a nil value (global 'next')
-- N12. Next after adding a key
local t={a=1} print(pcall(function() local k=next(t) t.zz=1 t.yy=2 t.xx=3 t.a=nil return next(t,k) end))
