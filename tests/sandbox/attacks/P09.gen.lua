-- expect: refused: too many local variables
-- P09. Many locals
return (function() local t={} for i=0,299 do t[#t+1]='local a'..i end return table.concat(t,' ') end)()
