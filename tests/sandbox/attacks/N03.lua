-- expect: error: attempt to call a nil value (method 'gsub')
-- N03. Tostring leaks an address
print(tostring({}):gsub('%x%x%x%x%x%x+','ADDR'))  print(tostring({}), tostring(print))
