-- expect: error: attempt to call a nil value (global 'print')
-- expect opened: works: abcdefghijkl
-- N01-split. Pairs order of string keys
local t={} for _,w in ipairs(string.split('gnu bee cat kiwi elk fox ant hen ibis jay dog lynx',' ')) do t[w]=1 end local o='' for k in pairs(t) do o=o..k:sub(1,1) end print(o)
