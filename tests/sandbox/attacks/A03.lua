-- expect: error: attempt to index a nil value (global 'package')
-- A03. Require / package.loadlib
print(package.loadlib('libc.so.6','*'))
