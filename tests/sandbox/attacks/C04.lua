-- expect: error: attempt to call a nil value (global 'pcall')
-- expect opened: killed: instructions
-- C04. Pcall swallows the limit error
while true do pcall(function() while true do end end) end
