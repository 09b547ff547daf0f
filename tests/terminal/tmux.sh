#!/bin/sh
# tests/terminal/tmux.sh [WORD...] -- games through the terminal itself, in tmux:
# by keys at 80 by 24, by mouse at 160 by 50, killed and resumed; and that the
# terminal is left clean whatever happens. $CASTLED is the program. Without WORD
# all cases (cases below). Screens are kept in $KEEP, if that is set.

set -u

cd "$(dirname "$0")/../.." || exit 2
castled=${CASTLED-$PWD/build/release/castled}
work=$(mktemp -d) || exit 2
. tests/terminal/tmux_lib.sh
trap end_terminals EXIT
begin_terminals

# A new shell in a terminal of $1 by $2, which says how the terminal is set.
open_shell() {
    open_terminal "$1" "$2" "XDG_STATE_HOME=$work/state" || return 1
    typed 'stty -a >'"$work"'/before'
}

start() {
    typed "lua5.4 lua/terminal/main.lua --host $castled $*; echo status \$?"
}

# Whether the terminal is as it was: its settings, cursor, screen, mouse.
is_clean() {
    typed 'stty -a >'"$work"'/after; echo told'
    see '^told' || return 1
    cmp -s "$work/before" "$work/after" || return 1
    flags='#{cursor_flag} #{alternate_on} #{mouse_any_flag} #{wrap_flag}'
    [ "$(t display-message -p -t c "$flags")" = '1 0 0 1' ]
}

# Pastes $1, as a terminal does it that is asked to mark what is pasted.
paste() {
    t set-buffer -b pasted "$1"
    t paste-buffer -p -d -b pasted -t "$pane"
}

# Presses Enter until the points are shown.
enter_to_the_end() {
    enter_until '(wins|Nobody wins|Ganan).*:' c
}

# What the terminal sends for a click on the cell at $1 $2.
click() {
    printf '\033[<0;%d;%dM\033[<0;%d;%dm' "$1" "$2" "$1" "$2"
}

# Makes each choice with the mouse until the game is over; where there is nothing
# to click on, with Enter. False after a while. As with enter_until, the last that
# was pressed may still be on its way.
click_to_the_end() {
    tries=0
    set --
    until at=$(t "$@" run-shell -d 0.05 \; capture-pane -e -p -t c |
        lua5.4 tests/terminal/find.lua) && [ "$at" = over ]; do
        tries=$((tries + 1))
        [ "$tries" -lt $((8 * see_tries)) ] || return 1 # eight waits, of a whole game
        if [ -n "$at" ]; then
            # shellcheck disable=SC2086  # a column and a row
            twice=$(click $at)$(click $at) # there, and that is the choice
            set -- send-keys -t c -l "$twice" \;
        else
            set -- send-keys -t c Enter \;
        fi
    done
}

# Looks at the points of a game that is over, and leaves it.
leave_game_that_is_over() {
    close_points
    key Enter
    expect 'the points are shown' '─ Points ─'
    keep "$1"
    escape '─ Points ─'
    ok $? 'and can be left'
    key q
    expect 'it ends with status 0' 'status 0'
    is_clean
    ok $? 'the terminal is clean'
}

case_keys() {
    open_shell 80 24
    start --seed keys --animation off
    expect 'the setup is shown' 'Begin the game'
    key Down Right Down Down Down Right
    keep setup
    expect 'what is chosen is explained' 'steward'
    key Left Up Up Up Left Up
    key Enter
    expect 'a place is asked for' 'where do you place'
    keep place
    key r
    key Right
    key Enter
    expect 'a follower is asked for' 'do you place a follower'
    keep follower
    key u
    expect 'it is taken back' 'where do you place'
    key '?'
    expect 'a hint is given' 'steward would choose'
    for page in 't:Tiles that are left' 'i:Rules in force' \
        'L:What has happened' 'F1:Help'; do
        key "${page%%:*}"
        expect "a page: ${page#*:}" "${page#*:}"
        keep "page-${page%%:*}"
        escape "${page#*:}"
        ok $? 'which can be left'
    done
    enter_to_the_end
    ok $? 'the game is played to its end'
    leave_game_that_is_over over
}

case_mouse() {
    open_shell 160 50
    start --seed mouse --animation off --players human,steward
    expect 'the setup is shown' 'Begin the game'
    key -l "$(click 10 4)"
    expect 'a place is asked for' 'where do you place'
    keep mouse-place
    click_to_the_end
    ok $? 'the game is played to its end'
    leave_game_that_is_over mouse-over
}

case_resume() {
    open_shell 80 24
    start --seed resume --animation off --save "$work/game.record" \
        --players human,steward
    expect 'the setup is shown' 'Begin the game'
    key Enter
    expect 'a place is asked for' 'where do you place'
    enter_until 'Turn (1[2-9]|[2-5][0-9]) ' c
    ok $? 'they play'
    key t # which comes after every Enter
    expect 'a page is shown' 'Tiles that are left'
    escape 'Tiles that are left'
    expect 'something is asked' 'where do you place|place a follower'
    before=$(screen | grep -oE 'Turn [0-9]+ .*|(White|Black) +[0-9]+')
    host=$(host_id)
    kill -9 "$(terminal_id)"
    has_ended "$host"
    ok $? 'the host ends with its terminal'
    open_shell 80 24
    start --animation off --resume "$work/game.record" --language es
    expect 'it goes on, in Spanish' 'Turno [0-9]+ '
    [ "$(cat "$work/game.record.players")" = human,steward ]
    ok $? 'against the bot'
    keep resumed
    after=$(screen | grep -oE 'Turno [0-9]+ .*|(Blancas|Negras) +[0-9]+')
    [ "$(echo "$before" | grep -oE '[0-9]+' | sort)" = \
        "$(echo "$after" | grep -oE '[0-9]+' | sort)" ]
    ok $? "it stands as it did: $before; $after"
    enter_to_the_end
    ok $? 'it is played to its end'
}

# Starts a game that is called $1 and waits until it is asked where to place; before
# it $2, if that is there.
play() {
    open_shell 80 24
    [ $# = 1 ] || typed "$2"
    start --seed clean --animation off --save "$work/$1.record"
    see 'Begin the game' && key Enter
    expect 'a place is asked for' 'where do you place'
}

case_clean() {
    play leave
    key C-c
    expect 'Ctrl-C leaves' 'status 0'
    expect 'and says where the game is' 'leave.record'
    is_clean
    ok $? 'the terminal is clean after Ctrl-C'

    play suspend 'set -m'
    key C-z
    expect 'Ctrl-Z stops it' 'Stopped'
    typed fg
    expect 'and it goes on' 'where do you place'
    key t
    expect 'by keys' 'Tiles that are left'
    key C-c
    expect 'and ends' 'Your game is saved'
    is_clean
    ok $? 'the terminal is clean after Ctrl-Z'

    play killed 'set -m'
    key C-z
    expect 'Ctrl-Z stops it again' 'Stopped'
    process=$(terminal_id)
    kill "$process"
    kill -s CONT "$process" # as shells do for `kill %1`
    tries=0
    while ps -o stat= -p "$process" | grep -q '^[^Z]' &&
        [ "$tries" -lt "$see_tries" ]; do
        tries=$((tries + 1))
        sleep 0.1
    done
    [ "$tries" -lt "$see_tries" ]
    ok $? 'and kill ends it where it is stopped'
    is_clean
    ok $? 'the terminal is clean after that'

    for signal in TERM HUP INT; do
        play "$signal"
        kill -s "$signal" "$(terminal_id)"
        expect "SIG$signal ends it" 'status 1[0-9][0-9]'
        is_clean
        ok $? "the terminal is clean after SIG$signal"
    done

    play crash
    kill -9 "$(host_id)"
    expect 'the end of the host is told' 'has ended by signal 9'
    expect 'and where the game is' 'crash.record'
    is_clean
    ok $? 'the terminal is clean after a crash of the host'

    open_shell 80 24
    start --seed x --animation off --players human,nobody
    expect 'a wrong player is told' 'who plays is human'
    expect 'with status 2' 'status 2'
    typed clear
    start --seed x --animation off --players human,human,human
    expect 'too many players are told' 'the game has 2 seats'
    expect 'with status 2' 'status 2'
    typed clear
    start --seed x
    see 'Begin the game' && key q
    expect 'the setup can be left' 'status 0'
    typed "lua5.4 lua/terminal/main.lua --host $work/nothing; echo status \$?"
    expect 'a host that is not there is told' 'cannot start'
    expect 'with status 2' 'status 2'
    is_clean
    ok $? 'the terminal is clean without a host'
}

case_pasted() {
    play pasted
    before=$(picture)
    paste "$(printf 'Great, you may start.\nG\nD\nq')"
    key t
    expect 'the keys go on' 'Tiles that are left'
    escape 'Tiles that are left'
    see_again "$before"
    ok $? 'what is pasted presses no key'
    key s
    expect 'a file is asked for' 'Save in which file'
    key C-u
    paste "$(printf '%s\n' "$work/pas")"
    paste ted.record
    expect 'a line takes what is pasted' 'pasted.record'
    key Enter
    expect 'and what was pasted is meant' "Saved: $work/pasted.record"
    key C-c
    expect 'it can be left' 'status 0'
    paste 'echo shell'
    key Enter
    expect 'the shell is not told of pastes any more' '^shell'
}

case_screens() {
    play screens 'set -m'
    before=$(picture)
    t resize-window -t c -x 60 -y 20
    expect 'a small window is told' '60 by 20'
    expect 'and what needs less' '[-]-plain *$'
    key Enter Enter y G Enter t
    key C-z # which comes after all of them
    expect 'Ctrl-Z stops it' 'Stopped'
    typed fg
    expect 'and it goes on' '60 by 20'
    t resize-window -t c -x 80 -y 24
    expect 'it is back' 'where do you place'
    see_again "$before"
    ok $? 'in a window where nothing is seen no key plays'
    t resize-window -t c -x 160 -y 50
    expect 'a large one shows the log' 'draws a tile'
    t resize-window -t c -x 80 -y 24
    expect 'and back' 'where do you place'
    t resize-window -t c -x 60 -y 20
    expect 'a small window' '60 by 20'
    key q
    expect 'can be left' 'Your game is saved'
    for colors in none 16 256 true; do
        open_shell 80 24
        start --seed screens --color "$colors" --animation off
        see 'Begin the game' && key Enter
        expect "with colours: $colors" 'where do you place'
        keep "colors-$colors"
        key C-c
    done
}

for case_name in keys mouse resume clean pasted screens; do
    wanted=$#
    for word in "$@"; do
        [ "$word" = "$case_name" ] && wanted=0
    done
    [ "$wanted" = 0 ] && "case_$case_name"
done
report
