-- expect: error: attempt to call a nil value (global 'print')
-- expect opened: works: nil
-- C14. Backtracking pattern, short form
-- There are no patterns: find is plain, and takes linear time.
print((('a'):rep(200000)):find('.-.-.-b'))
