-- expect: error: attempt to call a nil value (field 'dump')
-- A05. Binary chunk via load
local f=load(string.dump(function() return 7 end)) print(f())
