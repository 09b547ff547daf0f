-- expect: error: attempt to call a nil value (global 'loadfile')
-- A12. Dofile/loadfile
print(loadfile('secret.txt')) dofile('secret.txt')
