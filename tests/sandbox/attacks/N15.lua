-- expect: error: attempt to perform arithmetic on a string value
-- N15. Locale and number parsing
print(tonumber('0x10'), tonumber('1e1'), tonumber(' 5 '), '10'+5, 10 ..'')
