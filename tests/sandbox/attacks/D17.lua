-- expect: error: attempt to call a nil value (global 'print')
-- expect opened: error: 'io' is not a local
-- D17. Integer extremes
print(math.mininteger//-1, math.mininteger%-1, 1<<64, 1<<-1, math.maxinteger+1) print(pcall(function() return 1//0 end)) for i=math.maxinteger-1,math.maxinteger do io=i end
