-- expect: killed: instructions
-- C26. Concatenation copies the whole string
local s=('x'):rep(200000) while true do local r=s..'y' end
