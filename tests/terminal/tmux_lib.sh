# tests/terminal/tmux_lib.sh -- terminals in tmux, for scripts that read it with
# `.`. They give $work, a folder of their own; a terminal is a session of tmux,
# and the one that is meant is $pane.
# shellcheck shell=sh disable=SC2154

passed=0
failed=0
trap 'exit 1' HUP INT TERM # so that what is to be done at the end is done
pane=c
case_name=${0##*/}
see_tries=${SEE_TRIES-600} # of 0.1 s: a minute, since a machine may be busy

cat >"$work/tmux.conf" <<END
set -g default-shell /bin/sh
set -g default-terminal tmux-256color
set -g status off
set -g escape-time 0
END

t() {
    tmux -S "$work/tmux" -f "$work/tmux.conf" "$@"
}

# Without a session the server would end, and another start, between cases.
begin_terminals() {
    t new-session -d -s keeper 'sleep 3600'
}

# Ends them, and takes $work away: who ends there may still write into it.
end_terminals() {
    t kill-server 2>/dev/null
    for _ in $(seq 100); do
        rm -rf "$work" 2>/dev/null && return
        sleep 0.05
    done
}

# A new shell in a terminal of $1 by $2; what is left are variables for it. Without
# jobs (set -m has them): where all stand still for a moment, the shell would believe
# that somebody has stopped the program, and take the terminal back.
open_terminal() {
    width=$1
    height=$2
    shift 2
    t kill-session -t "$pane" 2>/dev/null
    t new-session -d -s "$pane" -x "$width" -y "$height" \
        "exec env -u NO_COLOR LC_ALL=C.UTF-8 COLORTERM=truecolor $* \
PS1='ready> ' sh +m"
    see 'ready>'
}

# A line of text, in place of what was typed before.
typed() {
    t send-keys -t "$pane" C-u
    t send-keys -t "$pane" -l "$1"
    t send-keys -t "$pane" Enter
}

key() {
    t send-keys -t "$pane" "$@"
}

# What the terminal shows, in $1 seconds if there is $1: it is tmux that waits,
# since a program more takes its time on a busy machine. A line that went on over
# its edge (how long one is goes by the folder this was built in) is one again.
screen() {
    t run-shell -d "${1-0}" \; capture-pane -J -p -t "$pane"
}

# The same as a picture: the lines that are seen, without what is empty behind them.
picture() {
    t run-shell -d "${1-0}" \; capture-pane -p -t "$pane"
}

# Waits until the screen has a line that fits; false after a while.
see() {
    tries=0
    rest=0
    until screen "$rest" | grep -qE "$1"; do
        tries=$((tries + 1))
        [ "$tries" -lt "$see_tries" ] || return 1
        rest=0.1
    done
}

# Waits until the screen has no line that fits; false after a while.
see_no_more() {
    tries=0
    rest=0
    while screen "$rest" | grep -qE "$1"; do
        tries=$((tries + 1))
        [ "$tries" -lt "$see_tries" ] || return 1
        rest=0.1
    done
}

# Waits until the picture is $1 again; false after a while.
see_again() {
    tries=0
    rest=0
    until [ "$(picture "$rest")" = "$1" ]; do
        tries=$((tries + 1))
        [ "$tries" -lt "$see_tries" ] || return 1
        rest=0.1
    done
}

# Presses Enter in the terminals $2..., again and again with a moment between, until
# $pane shows what fits $1; false after a while. All that comes between two looks is
# one call of tmux. A few may still be on their way then: what is to be done next
# begins with a key that comes after them.
enter_until() {
    wanted=$1
    shift
    pressed=
    for _ in 1 2 3 4 5 6 7 8; do
        for where in "$@"; do
            pressed="$pressed send-keys -t $where Enter ;"
        done
        pressed="$pressed run-shell -d 0.05 ;"
    done
    tries=0
    # shellcheck disable=SC2086  # words
    until t $pressed capture-pane -p -t "$pane" | grep -qE "$wanted"; do
        tries=$((tries + 1))
        [ "$tries" -lt "$see_tries" ] || return 1
    done
}

# Leaves the page that shows $1, by Escape; the next key comes when that is seen,
# else the two of them would be one with Alt.
escape() {
    key Escape
    see_no_more "$1"
}

# The process of the terminal's program, and of its host.
terminal_id() {
    pgrep -P "$(t display-message -p -t "$pane" '#{pane_pid}')" lua5.4
}

host_id() {
    pgrep -P "$(terminal_id)"
}

# Waits until a process has ended; false after a while, and if there is none.
has_ended() {
    [ -n "$1" ] || return 1
    tries=0
    while kill -0 "$1" 2>/dev/null; do
        tries=$((tries + 1))
        [ "$tries" -lt "$see_tries" ] || return 1
        sleep 0.1
    done
}

ok() {
    if [ "$1" = 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        see_tries=20 # what follows on it is not waited for as long
        echo "$case_name: $2"
        screen | sed 's/^/  | /'
    fi
}

expect() {
    see "$2"
    ok $? "$1"
}

# In a game that is over, where every Enter opens or closes the page of points: it
# is closed, by a key that means nothing else and comes after all of them.
close_points() {
    expect 'the end is told' 'Enter points|─ Points ─'
    key x
}

# Keeps the screen in $KEEP, if that is set.
keep() {
    if [ -n "${KEEP-}" ]; then
        screen >"$KEEP/$1.txt"
        t capture-pane -e -p -t "$pane" >"$KEEP/$1.ansi"
    fi
}

# Says how it went; false when something failed.
report() {
    echo "$passed passed, $failed failed"
    [ "$failed" = 0 ]
}
