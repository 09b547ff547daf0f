#!/bin/sh
# tests/net/terminal.sh [WORD...] -- games through a daemon, in tmux, by keys.
#
#   game   a whole game of two terminals and one that watches. One terminal is
#          killed and comes back; the daemon gets SIGKILL in the middle and is
#          started again; the record is taken out at the end and verified; a
#          rematch is begun
#   short  a held seat by its link, in two languages, by the clock: the notice
#          of one's turn, taking back, a draw; no server at all
#
# Without WORD both. $CASTLED is the program. Screens are kept in $KEEP, if that
# is set.

set -u

cd "$(dirname "$0")/../.." || exit 2
castled=${CASTLED-$PWD/build/release/castled}
work=$(mktemp -d) || exit 2
. tests/terminal/tmux_lib.sh
daemon=
trap 'end_terminals; [ -z "$daemon" ] || kill -9 "$daemon" 2>/dev/null
      rm -rf "$work"' EXIT
begin_terminals

# Starts the daemon, where it was if it was there, and waits until it is ready.
# Its port is none of those that are given to who wants any, so that it is free
# again after a kill.
port=$((10000 + $$ % 20000))
server=
start_daemon() {
    until try_daemon; do
        [ -z "$server" ] && [ "$port" -lt 31000 ] || exit 1
        port=$((port + 1)) # somebody else has it
    done
    server=http://127.0.0.1:$port
}

try_daemon() {
    rm -f "$work/ready"
    mkfifo "$work/ready"
    "$castled" serve --data "$work/data" --socket "$work/socket" \
        --listen "127.0.0.1:$port" --ready-fd 3 \
        3>"$work/ready" >/dev/null 2>>"$work/log" &
    daemon=$!
    read -r _ <"$work/ready"
}

# A terminal of $2 by $3 for the person $1, who has a machine of their own.
open_person() {
    pane=$1
    open_terminal "$2" "$3" "XDG_STATE_HOME=$work/$1/state" \
        "XDG_CONFIG_HOME=$work/$1/config"
}

# Starts castled in the terminal.
play() {
    typed "$castled play --animation off $*; echo status \$?"
}

# Presses Enter for both players, which makes the choice that is shown, until
# the watcher sees $1; false after a while.
play_until() {
    pane=watcher
    enter_until "$1" ana bob
}

lock='[a-z]{5}(-[a-z]{5}){4}' # as words

make_game() {
    open_person ana 80 24
    play --server "$server" --name Ana --yes --variant german \
        --variant end-of-move-pickup
    expect 'the lobby is shown' 'New game'
    keep ana-lobby
    key n
    expect 'a new game is planned' 'Make the game'
    expect 'with the house rules asked for' 'Points for paths +Wall tile 4'
    keep ana-setup
    key Enter
    expect 'it waits for players' 'Waiting for players'
    expect 'there is a link' '/games/[0-9a-z]+'
    game=$(screen | sed -n "s|.*$server/games/\\([0-9A-Za-z_-]*\\).*|\\1|p")
    keep ana-waiting
}

join_game() {
    open_person bob 160 50
    play --server "$work/socket" --yes
    expect 'the other sees the game' 'Ana – free'
    key Down Down Down Down Down
    expect 'and may sit down there' 'Enter: sit down'
    keep bob-lobby
    key Enter
    expect 'a name is asked for' 'What shall others call you'
    key C-u
    typed Bob
    expect 'and something for the shuffle' 'You sit down'
    typed '3 5 1 6'
    expect 'the order is sealed, and its lock is shown' "$lock"
    keep bob-lock
    for pane in bob ana; do
        go_to_board
        key i
        expect 'the lock can be seen again' "$lock"
        screen | grep -oE "$lock" >"$work/lock-$pane"
        escape "$lock"
        ok $? 'on a page that can be left'
    done
    cmp "$work/lock-bob" "$work/lock-ana"
    ok $? 'it is the same lock'
}

# From the lock to the board, where one is by oneself after a while; there the key
# only turns a tile.
go_to_board() {
    expect 'the order is sealed' 'Enter: to the board|Turn 1 '
    key Space
    expect 'the board is shown' 'Turn 1 '
}

watch_game() {
    open_person watcher 100 30
    play "'$server#$game'"
    expect 'somebody watches by the link' 'You watch'
    expect 'the watcher sees who plays' 'Ana'
    keep watcher
}

# One terminal is killed, and its player comes back.
kill_terminal() {
    pane=ana
    expect 'the turn is shown' 'Turn '
    companion=$(host_id)
    kill -9 "$(terminal_id)"
    has_ended "$companion"
    ok $? 'connect ends with its terminal'
    pane=bob
    expect 'the other sees who is away' 'away'
    open_person ana 80 24
    play --server "$server" --yes
    expect 'the own game is in the lobby' 'Your games'
    key Down Down Down Down Down
    expect 'and can be gone on with' 'Enter: go on'
    keep ana-back
    key Enter
    expect 'the game goes on' 'Turn [0-9]+ '
    keep ana-again
}

talk() {
    pane=ana
    key c
    expect 'a line can be typed' 'Enter: say it'
    typed 'well played'
    pane=bob
    expect 'the other reads it' 'Ana: well played'
    keep bob-talk
    pane=watcher
    expect 'and who watches' 'Ana: well played'
}

# The daemon is killed in the middle and comes back.
kill_daemon() {
    kill -9 "$daemon"
    wait "$daemon" 2>/dev/null
    for pane in ana bob watcher; do
        expect "$pane sees that it is gone" 'No connection'
        keep "$pane-lost"
    done
    start_daemon
    pane=ana
    expect 'that it is back is said' 'there again'
    for pane in ana bob watcher; do
        see_no_more 'No connection'
        ok $? "$pane sees that it is back"
    done
}

# The last part: points, the record, its verification.
finish_game() {
    for pane in ana bob watcher; do
        expect "$pane sees the end" '(wins|Nobody wins)'
        keep "$pane-over"
    done
    pane=bob # where there is room for all of the points and what is below them
    close_points
    key v
    expect 'the terminal verifies it' 'All is good with this record'
    pane=ana
    close_points
    key s
    expect 'the record can be saved' 'into which file'
    key C-u
    typed "$work/game.record"
    expect 'and is' 'Saved:'
    "$castled" verify "$work/game.record" >"$work/verify" 2>&1
    status=$?
    [ "$status" = 0 ] || cat "$work/verify"
    ok "$status" 'castled verify says good'
    grep -q '"german"' "$work/game.record" &&
        grep -q '"end-of-move-pickup"' "$work/game.record"
    ok $? 'it was played by the house rules'
}

play_again() {
    pane=ana
    close_points
    key r
    pane=bob
    close_points
    expect 'another game is asked for' 'would play again: r'
    key r
    expect 'and may be declined' 'no, thanks'
    key Escape
    pane=ana
    expect 'which who asked is told' 'does not want another game'
    key r
    pane=bob
    expect 'and may ask again' 'would play again: r'
    key r Enter
    for pane in ana bob; do
        go_to_board
        keep "$pane-rematch"
    done
    pane=ana
    expect 'with the seats changed' 'Black +Ana'
    for pane in ana bob watcher; do
        key C-c
        expect "$pane can leave" 'status 0'
    done
    pane=ana
    expect 'and is told how to come back' 'rejoin'
}

# What follows on a game that does not go on is not waited for.
case_game() {
    make_game
    join_game
    watch_game
    play_until 'Turn (1[2-9]|[2-5][0-9]) '
    ok $? 'they play'
    [ "$failed" = 0 ] || return
    kill_terminal
    play_until 'Turn [2-5][0-9] '
    ok $? 'they go on'
    talk
    kill_daemon
    play_until '(wins|Nobody wins)'
    ok $? 'they play to the end'
    [ "$failed" = 0 ] || return
    finish_game
    play_again
}

title() {
    t display-message -p -t "$pane" '#{pane_title}'
}

# A game by the clock, for who has the link.
hold_game() {
    open_person ana 80 24
    before=$(title)
    play --server "$server" --name Ana --players human,held --seed x \
        --option first_player=white
    expect 'the lobby is shown' 'New game'
    key n
    expect 'a game is planned' 'by a link only'
    key Down Down Down Down Down Right
    expect 'with a clock' 'More for a choice'
    key Up Up Up Up Up Up Enter
    expect 'there is a link with an invitation' '/games/[0-9a-z]+#[0-9a-z]+'
    keep short-link
    link=$(screen | grep -oE 'http[^ ]*')
    open_person bob 80 24
    play --name Bob --language es "'$link'"
    expect 'what the link leads to is said' 'Castillo: Ana . por invitaci'
    expect 'with its clock' '15 min por jugador'
    keep short-sit
    key Enter
    expect 'one is in the game' 'Blancas Ana'
    expect 'it says who is on turn' 'Le toca a Ana'
    expect 'clocks are shown' '1[0-5]:[0-5][0-9]'
    keep short-wait
}

# From the lobby, a game against the bot by one line.
bot_is_near() {
    key Up Up Up Up Up Up Up Up Down
    expect 'the bot is one line away' 'At once, against steward'
    key Enter
    expect 'the bot is played at once' 'Enter: to the board|where do you place'
    key Space
    expect 'and asks' 'where do you place'
    keep short-bot
    key q
    expect 'one may leave it' 'To the lobby'
    key Enter
    expect 'and is in the lobby again' 'New game'
}

# Takes a choice back, and agrees a draw.
agree_draw() {
    pane=ana
    expect 'the first is asked' 'where do you place'
    [ "$(title)" = 'castled: your turn' ]
    ok $? 'the title says so'
    key Enter
    expect 'a follower is asked for' 'do you place a follower'
    key u
    expect 'the choice is taken back' 'where do you place'
    key '?'
    expect 'people play without hints' 'hints are for games against bots'
    key D
    expect 'a draw can be offered' 'Offer a draw'
    key Enter
    pane=bob
    expect 'it is seen' 'Ana ofrece tablas: D'
    keep short-draw
    key D
    expect 'and asked' 'Intro: aceptar'
    key Enter
    for pane in ana bob; do
        expect 'it is over' 'Nobody wins, as agreed|No gana nadie'
    done
    pane=ana
    close_points
    key q
    expect 'the lobby has it' 'Over'
    keep short-lobby
    bot_is_near
    key C-c
    expect 'it ends' 'status 0'
    [ "$(title)" = "$before" ]
    ok $? "the title is as it was: $(title)"
}

case_short() {
    hold_game
    agree_draw
    typed clear
    play --server http://127.0.0.1:1
    expect 'no server is told' 'cannot connect'
    expect 'with status 2' 'status 2'
}

start_daemon
for case_name in game short; do
    wanted=$#
    for word in "$@"; do
        [ "$word" = "$case_name" ] && wanted=0
    done
    [ "$wanted" = 0 ] && "case_$case_name"
done
[ "$failed" = 0 ] || tail -n 20 "$work/log"
report
