-- expect: killed: instructions
-- C32. String.byte / char round trip
local s=('x'):rep(200000) while true do s:upper() end
