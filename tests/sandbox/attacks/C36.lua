-- expect: killed: instructions
-- C36. While inside string method on numbers
local n=0 while true do n=n+#tostring(n) end
