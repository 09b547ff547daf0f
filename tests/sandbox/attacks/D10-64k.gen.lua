-- expect: error: attempt to index a nil value (field 'y')
-- D10-64k. The longest field chain that a source has room for
return 'local a={} a.x=a return a'..('.x'):rep(32740)..'.y.z'
