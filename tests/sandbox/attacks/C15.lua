-- expect: error: attempt to call a nil value (global 'print')
-- expect opened: works: nil
-- C15. %b and %f scans, quadratic
-- There are no patterns: find is plain, and takes linear time.
print((('('):rep(200000)):find('%b()'))
