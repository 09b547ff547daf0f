-- expect: error: attempt to index a nil value (global 'io')
-- A02. Io.open reads host files
print(io.open('secret.txt'):read('a'))
