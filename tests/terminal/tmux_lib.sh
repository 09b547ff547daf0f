# tests/terminal/tmux_lib.sh -- terminals in tmux, for scripts that read it with
# `.`. They give $work, a folder of their own; a terminal is a session of tmux,
# and the one that is meant is $pane.
# shellcheck shell=sh disable=SC2154

socket=castled-test-$$
passed=0
failed=0
trap 'exit 1' HUP INT TERM # so that what is to be done at the end is done
pane=c
case_name=${0##*/}
see_tries=${SEE_TRIES-200} # of 50 ms: how long a screen may take

cat >"$work/tmux.conf" <<END
set -g default-terminal tmux-256color
set -g status off
set -g escape-time 0
END

t() {
    tmux -L "$socket" -f "$work/tmux.conf" "$@"
}

# Without a session the server would end, and another start, between cases.
begin_terminals() {
    t new-session -d -s keeper 'sleep 3600'
}

end_terminals() {
    t kill-server 2>/dev/null
}

# A new shell in a terminal of $1 by $2; what is left are variables for it.
open_terminal() {
    width=$1
    height=$2
    shift 2
    t kill-session -t "$pane" 2>/dev/null
    t new-session -d -s "$pane" -x "$width" -y "$height" \
        "env LANG=C.UTF-8 COLORTERM=truecolor $* PS1='ready> ' sh"
    see 'ready>'
}

typed() {
    t send-keys -t "$pane" -l "$1"
    t send-keys -t "$pane" Enter
}

key() {
    t send-keys -t "$pane" "$@"
}

screen() {
    t capture-pane -p -t "$pane"
}

# Waits until the screen has a line that fits; false after a while.
see() {
    tries=0
    until screen | grep -qE "$1"; do
        tries=$((tries + 1))
        [ "$tries" -lt "$see_tries" ] || return 1
        sleep 0.05
    done
}

# The process of the terminal's program, and of its host.
terminal_id() {
    pgrep -P "$(t display-message -p -t "$pane" '#{pane_pid}')" lua5.4
}

host_id() {
    pgrep -P "$(terminal_id)"
}

# Waits until a process has ended; false after a while.
has_ended() {
    tries=0
    while kill -0 "$1" 2>/dev/null; do
        tries=$((tries + 1))
        [ "$tries" -lt "$see_tries" ] || return 1
        sleep 0.05
    done
}

ok() {
    if [ "$1" = 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$case_name: $2"
        screen | sed 's/^/  | /'
    fi
}

expect() {
    see "$2"
    ok $? "$1"
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
