-- expect: error: resulting string too large
-- B13. Error message built from a huge string
error(('x'):rep(1<<22))
