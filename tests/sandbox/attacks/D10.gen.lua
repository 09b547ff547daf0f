-- expect: error: attempt to index a nil value (field 'y')
-- D10. Long field chain in an error message
return 'local a={} a.x=a return a'..('.x'):rep(16000)..'.y.z'
