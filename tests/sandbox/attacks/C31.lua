-- expect: error: attempt to call a nil value (method 'gsub')
-- C31. Gsub callback
(('x'):rep(1000)):gsub('x',function() while true do end end)
