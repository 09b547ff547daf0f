-- expect: error: too many results to unpack
-- B07. Unpack to the stack
print(select('#',table.unpack({},1,900000)))
