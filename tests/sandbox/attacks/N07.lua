-- expect: error: format conversion not allowed
-- N07. NaN text
print(0/0, -(0/0), tostring(0/0), string.format('%f',0/0))
