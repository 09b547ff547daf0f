-- expect: error: attempt to call a nil value (global 'getmetatable')
-- A09. Arithmetic metamethods for strings
getmetatable('').__add=function() return 'owned' end print('a'+'b')
