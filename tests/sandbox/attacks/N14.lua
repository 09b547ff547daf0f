-- expect: error: attempt to call a nil value (global 'print')
-- expect opened: works: 1.4142135623731\t1e-05\t1e+15\t1e+16\t9.007199254741e+15\t3.0\t-0.0\t1e+100
-- N14. Pow and float formatting
print(2^0.5, 10^-5, 1e15, 1e16, 2^53, 3.0, -0.0, 1e100)
