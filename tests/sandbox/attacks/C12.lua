-- expect: works
-- C12. String.rep of the empty string
string.rep('',math.maxinteger)
