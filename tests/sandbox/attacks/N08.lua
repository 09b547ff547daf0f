-- expect: error: attempt to call a nil value (global 'print')
-- expect opened: works: 3\t0
-- N08. # of a table with holes
local a={nil,nil,3} local b={} b[3]=3 print(#a,#b)
