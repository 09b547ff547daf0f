# castled without a command.

a '--help lists the commands'
run --help
status 0
prints 'usage: castled COMMAND'
prints '  play '
prints '  rules '
prints '  scenario '
prints '  sim '
says_nothing

a '--version'
run --version
status 0
prints 'castled 0.'

a 'no command is told how to go on'
run
status 2
says 'usage: castled COMMAND'
prints_nothing

a 'an unknown command is told with the list'
run palace
status 2
says "there is no command 'palace'; the commands are:"
says ' sim'
prints_nothing

for command in play rules scenario sim; do
    a "$command --help says what it does"
    run "$command" --help
    status 0
    holds grep -q "^usage: castled $command" "$work/out"
    says_nothing

    a "$command refuses an option that there is not"
    run "$command" --palace
    status 2
    says "castled $command: unrecognized option '--palace'"
done

a 'output that cannot be written is an error'
"$castled" rules >/dev/full 2>"$work/err"
result=$?
status 2
says 'castled rules: cannot write the output: No space left on device'

a 'a folder without scripts is an error'
CASTLED_ROOT=$work
export CASTLED_ROOT
run rules
unset CASTLED_ROOT
status 2
says "there is no game 'castle'"
