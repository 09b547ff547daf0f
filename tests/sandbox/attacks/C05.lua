-- expect: error: attempt to call a nil value (global 'xpcall')
-- C05. Xpcall handler runs inside the hook
xpcall(function() while true do end end, function() while true do end end)
