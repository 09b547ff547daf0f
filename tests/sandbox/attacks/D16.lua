-- expect: error: format conversion not allowed
-- D16. String.format with extreme arguments
print(#string.format('%99.99f',-1.7976931348623157e308)) print(pcall(string.format,'%100d',1)) print(pcall(string.format,'%s'))
