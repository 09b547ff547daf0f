-- expect: error: resulting string too large
-- D05. Recursion in pattern matching
print(pcall(string.match,('a'):rep(3e5),('.?'):rep(3e5)))
