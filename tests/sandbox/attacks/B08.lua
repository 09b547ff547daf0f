-- expect: error: attempt to call a nil value (global 'print')
-- expect opened: works: 1
-- B08. Sparse huge index is cheap, then #
local t={} t[1<<40]=1 t[1]=1 print(#t)
