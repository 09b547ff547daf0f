-- expect: error: attempt to call a nil value (global 'setmetatable')
-- expect opened: works
-- opens: setmetatable
-- C18. Table.insert with a lying __len
table.insert(setmetatable({},{__len=function() return 1<<40 end}),1,0)
