-- expect: error: attempt to call a nil value (global 'print')
-- expect opened: works: f\ts
-- N16. Float key is normalised, string key is not
local t={} t[1]='i' t[1.0]='f' t['1']='s' print(t[1], t['1'])
