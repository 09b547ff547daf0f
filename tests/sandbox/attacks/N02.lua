-- expect: error: pairs: key of type table has no fixed order
-- N02. Pairs order of table keys
local o={} for i=1,6 do o[{}]=i end local s='' for _,v in pairs(o) do s=s..v end print(s)
