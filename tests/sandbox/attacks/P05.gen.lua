-- expect: refused: the source is over 65536 bytes
-- P05. Many labels
return (function() local t={} for i=0,15999 do t[#t+1]='::l'..i..':: do end' end return table.concat(t,' ') end)()
