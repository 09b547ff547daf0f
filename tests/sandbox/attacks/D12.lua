-- expect: error: attempt to call a nil value (global 'collectgarbage')
-- D12. All-weak table gets a new metatable during a collection
collectgarbage('incremental',100,100,1) local live={} for i=1,3e3 do live[i]={} end
local t=setmetatable({},{__mode='kv'}) for n=1,900,7 do collectgarbage() for i=1,n do collectgarbage('step',0) end
setmetatable(t,{__mode='kv',id=n}) for i=1,1e5 do if collectgarbage('step',0) then break end end
local j={} for i=1,200 do j[i]={id=-1} end assert(getmetatable(t).id==n,'freed metatable still in use') end
