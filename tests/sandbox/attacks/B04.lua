-- expect: error: resulting string too large
-- B04. Table.concat bomb
-- The text is refused with an error before memory is asked for (R10).
local t={} local s=('x'):rep(65536) for i=1,200000 do t[i]=s end print(#table.concat(t))
