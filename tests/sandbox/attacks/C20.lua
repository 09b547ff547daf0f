-- expect: killed: memory
-- C20. Table.sort with no comparator on a big table
local t={} for i=1,400000 do t[i]=(i*7919)%400009 end table.sort(t)
