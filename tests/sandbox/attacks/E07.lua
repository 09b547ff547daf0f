-- expect: error: attempt to call a nil value (global 'pcall')
-- expect opened: killed: instructions
-- E07. Error thrown by the limit caught and inspected
print(pcall(function() while true do end end))
