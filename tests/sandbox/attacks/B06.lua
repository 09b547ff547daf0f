-- expect: error: too many results to unpack
-- B06. Format width bomb
print(#string.format(('%99d'):rep(60000), table.unpack({},1,60000)))
