-- expect: works
-- C25-small. Pairs over a table that was never large
local t={} for i=1,1000 do for k in pairs(t) do end end
