-- expect: error: attempt to call a nil value (global 'pcall')
-- expect opened: killed: instructions
-- B10. Memory error swallowed by pcall in a loop
local n=0 while true do pcall(string.rep,'x',1<<24) n=n+1 end
