# castled record

here=$PWD
good=$here/../golden/undo-doubled-towers.record
mkdir "$work/empty"

a 'what was played, an entry a line'
run record "$good"
status 0
says_nothing
holds [ "$(grep -c . "$work/out")" = "$(grep -c '^E ' "$good")" ]
prints '   0  0  open        {"level":0,'
prints '  source      scripts/castle/rules.lua, '
prints '  undo        {"to":'
prints '  end         {"reason":"finished","scores":[90,75]}'

a 'the events, by the rules in the record, wherever it is shown'
(cd "$work/empty" && CASTLED_ROOT=$work/empty "$castled" record --events \
    "$good") >"$work/out" 2>"$work/err"
result=$?
status 0
same "$work/out" "${good%.record}.events"
holds lua5.4 json.lua --events <"$work/out"

a 'the events are those that were told while it was played'
run play --seed r --record "$work/r.record" --events "$work/events"
status 0
run record --events "$work/r.record"
same "$work/out" "$work/events"

a 'the scripts'
run record --sources "$good"
status 0
prints '==> scripts/castle/rules.lua <=='
prints 'rules.may_place_follower = rule('

a 'events of what is wrong'
sed '/"t":"choice"/s/"turns":[0-9]/"turns":7/' "$good" >"$work/bad.record"
run record --events "$work/bad.record"
status 1
says 'does not follow from'
prints_nothing
run record "$work/bad.record"
status 1
says 'does not follow from'

a 'events of a game whose seal is closed'
input '1
quit
'
run play --save "$work/closed.record"
status 0
run record --events "$work/closed.record"
status 1
says 'a game whose seal is closed cannot be played again'
run record "$work/closed.record"
status 0
prints '  lock        {"lock":"'

a 'what cannot be read'
for option in '' --events --sources; do
    # shellcheck disable=SC2086  # no word at all
    run record $option "$work/nothing"
    status 2
    says "cannot open '$work/nothing': No such file or directory"
    # shellcheck disable=SC2086
    run record $option "$work/empty"
    status 2
    # shellcheck disable=SC2086
    run record $option /dev/zero
    status 2
    # shellcheck disable=SC2086
    run record $option /dev/null
    status 1
done
run record
status 2
says 'which record?'
run record --help
status 0
