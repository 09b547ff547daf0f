-- expect: error: attempt to call a nil value (global 'print')
-- expect opened: works: table\tfunction
-- N03-plain. Tostring leaks an address
print(tostring({}), tostring(print))
