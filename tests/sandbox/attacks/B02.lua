-- expect: killed: memory
-- B02. Doubling concatenation
local s='x' while true do s=s..s end
