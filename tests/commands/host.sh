# castled host; what it hosts, tests/host checks.

a 'help says what it is for'
run host --help
status 0
prints 'usage: castled host'
says_nothing

a 'an unknown option is refused'
run host --wordy
status 2
says 'wordy'
prints_nothing

a 'an argument is refused'
run host castle
status 2
says "what is 'castle'?"
prints_nothing

a 'the end of the input ends it'
run host
status 0
prints_nothing
says_nothing

a 'a request is answered in a line'
input '{"jsonrpc":"2.0","id":7,"method":"hello"}
'
run host
status 0
json id 7
json result.server castled
says_nothing

a 'what is no request is answered too, and nothing is wrong with the host'
input 'hello
'
run host
status 0
json error.code -32700
says_nothing

a '--verbose shows the conversation'
input '{"jsonrpc":"2.0","id":7,"method":"hello"}
'
run host --verbose
status 0
says '< {"jsonrpc":"2.0","id":7,"method":"hello"}'
says '> {"jsonrpc":"2.0","id":7,"result":'
