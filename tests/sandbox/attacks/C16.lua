-- expect: error: attempt to call a nil value (global 'print')
-- expect opened: works: nil
-- C16. Plain find, quadratic
-- There are no patterns: find is plain, and takes linear time.
local n=1<<17 print((('a'):rep(2*n)):find(('a'):rep(n)..'b',1,true))
