-- expect: error: \x1b[2J\x0d\x0afake log line
-- E04. Error text with control characters
error('\27[2J\r\nfake log line',0)
