-- expect: error: attempt to call a nil value (global 'pcall')
-- expect opened: killed: instructions
-- C30. Limit error raised in a sort comparator
local t={} for i=1,100 do t[i]=i end while true do pcall(table.sort,t,function(a,b) while true do end end) end
