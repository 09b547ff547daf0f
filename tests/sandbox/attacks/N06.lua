-- expect: error: attempt to index a nil value (global 'os')
-- N06. Os.time / os.clock
print(os.time(), os.clock())
