-- expect: error: attempt to call a nil value (global 'print')
-- expect opened: works: -9223372036854775808\t0\t0\t0\t-9223372036854775808 / false\tD17-locals.lua:4: attempt to divide by zero / 2
-- D17-locals. Integer extremes, without the global
print(math.mininteger//-1, math.mininteger%-1, 1<<64, 1<<-1, math.maxinteger+1) print(pcall(function() return 1//0 end)) local n=0 for i=math.maxinteger-1,math.maxinteger do n=n+1 end print(n)
