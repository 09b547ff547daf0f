-- expect: error: attempt to call a nil value (method 'gmatch')
-- N01. Pairs order of string keys
local t={} for w in ('ant bee cat dog elk fox gnu hen ibis jay kiwi lynx'):gmatch('%a+') do t[w]=1 end local o='' for k in pairs(t) do o=o..k:sub(1,1) end print(o)
