-- expect: error: attempt to index a nil value (global 'debug')
-- A04. Debug library
print(debug.getregistry()) debug.sethook()
