-- expect: error: resulting string too large
-- B01. String.rep bomb
local s=string.rep('x',1<<30)
