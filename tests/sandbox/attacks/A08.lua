-- expect: error: attempt to call a nil value (global 'getmetatable')
-- A08. String metatable tampering
local s=getmetatable('').__index s.format=function() return 'owned' end print(('%d'):format(1))
