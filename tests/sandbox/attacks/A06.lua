-- expect: error: attempt to call a nil value (field 'dump')
-- A06. Crafted bytecode crashes the VM
local d=string.dump(function(a) local t={a,2,'k'} for i=1,3 do t[i]=a end return t end) local f
for n=1,4000 do local i=math.random(40,#d) f=load(d:sub(1,i-1)..string.char(math.random(0,255))..d:sub(i+1)) if f then pcall(f,{}) end end
