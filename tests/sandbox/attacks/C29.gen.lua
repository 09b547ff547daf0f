-- expect: error: attempt to call a nil value (global 'pcall')
-- expect opened: killed: cpu
-- C29. The same through a pcall loop
return 'local a={} a.x=a while true do pcall(function() return a'..('.x'):rep(15000)..'.y.z end) end'
