-- expect: error: attempt to call a nil value (global 'pcall')
-- expect opened: works: false\ttoo many results to unpack / false\ttoo many results to unpack / false\ttoo many results to unpack
-- D18. Table.unpack range overflow
print(pcall(table.unpack,{},math.mininteger,math.maxinteger)) print(pcall(table.unpack,{},1,1e7)) print(pcall(table.unpack,{},0,2^31))
