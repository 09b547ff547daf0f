# tests/terminal/tmux_lib.sh -- terminals in tmux, for scripts that read it with
# `.`. They give $work, a folder of their own; a terminal is a session of tmux,
# and the one that is meant is $pane.
# shellcheck shell=sh disable=SC2154

passed=0
failed=0
trap 'exit 1' HUP INT TERM # so that what is to be done at the end is done
pane=c
case_name=${0##*/}
see_tries=${SEE_TRIES-1200} # of 50 ms: a minute, since a machine may be busy

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

# A new shell in a terminal of $1 by $2; what is left are variables for it.
open_terminal() {
    width=$1
    height=$2
    shift 2
    t kill-session -t "$pane" 2>/dev/null
    t new-session -d -s "$pane" -x "$width" -y "$height" \
        "exec env -u NO_COLOR LC_ALL=C.UTF-8 COLORTERM=truecolor $* \
PS1='ready> ' sh"
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

# What the terminal shows; a line that went on over its edge (how long one is
# goes by the folder this was built in) is one line again.
screen() {
    t capture-pane -J -p -t "$pane" | sed 's/ *$//'
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

# Waits until the screen is another one than $1, and leaves it in $seen; false
# after $2 tries.
see_other() {
    tries=0
    while seen=$(t capture-pane -p -t "$pane") && [ "$seen" = "$1" ]; do
        tries=$((tries + 1))
        [ "$tries" -lt "$2" ] || return 1
        sleep 0.05
    done
}

# Waits until the screen is $1 again; false after a while.
see_again() {
    tries=0
    until [ "$(screen)" = "$1" ]; do
        tries=$((tries + 1))
        [ "$tries" -lt "$see_tries" ] || return 1
        sleep 0.05
    done
}

# Presses a key, and lets the screen follow; what changes nothing is not waited
# for long.
press() {
    shown=$(t capture-pane -p -t "$pane")
    key "$@"
    see_other "$shown" 20 || :
}

# Presses a key until the screen shows $2: some come too early.
press_until() {
    presses=0
    until screen | grep -qE "$2"; do
        presses=$((presses + 1))
        [ "$presses" -lt 120 ] || return 1
        press "$1"
    done
}

# Presses Escape, which has to change the screen: the next key comes after that,
# else the two of them are one with Alt.
escape() {
    shown=$(t capture-pane -p -t "$pane")
    key Escape
    see_other "$shown" "$see_tries"
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
        sleep 0.05
    done
}

ok() {
    if [ "$1" = 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        see_tries=40 # what follows on it is not waited for as long
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
