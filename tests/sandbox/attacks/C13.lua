-- expect: error: attempt to call a nil value (global 'print')
-- expect opened: works: nil
-- C13. Backtracking pattern
-- There are no patterns: find is plain, and takes linear time.
local s=('a'):rep(3000) print(s:find(('.-'):rep(12)..'b'))
