-- expect: error: format conversion not allowed
-- N04. %p leaks an address
print(string.format('%p',{}))
