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

a 'scenes: how the game stood, each time that something was different'
run record --scenes "$good"
status 0
says_nothing
cp "$work/out" "$work/scenes"
holds [ "$(lua5.4 json.lua --scenes <"$work/scenes")" = \
    "$(grep -c . "${good%.record}.events")" ]
holds [ "$(sed -n 2p "$work/scenes" | grep -c '"entry":0,"type":"open"')" = 1 ]
holds [ "$(grep -c '"type":"choice","by"' "$work/scenes")" = \
    "$("$castled" record "$good" | grep -c '  choice  ')" ]
holds [ "$(grep -c '"type":"undo"' "$work/scenes")" = 1 ]

a 'scenes, wherever it is shown'
(cd "$work/empty" && CASTLED_ROOT=$work/empty "$castled" record --scenes - \
    <"$good") >"$work/out" 2>"$work/err"
result=$?
status 0
same "$work/out" "$work/scenes"

a 'the scripts'
run record --sources "$good"
status 0
prints '==> scripts/castle/rules.lua <=='
prints 'rules.may_place_follower = rule('

a 'a record on standard input'
for option in '' --events --sources --scenes; do
    # shellcheck disable=SC2086  # no word at all
    run record $option "$good"
    cp "$work/out" "$work/named"
    # shellcheck disable=SC2086
    "$castled" record $option - <"$good" >"$work/out" 2>"$work/err"
    result=$?
    status 0
    same "$work/out" "$work/named"
done
run record --scenes -
status 2
says 'castled record: standard input is no record of a game'

a 'events and scenes of what is wrong'
sed '/"t":"choice"/s/"turns":[0-9]/"turns":7/' "$good" >"$work/bad.record"
for option in --events --scenes; do
    run record $option "$work/bad.record"
    status 1
    says 'does not follow from'
    prints_nothing
done
run record "$work/bad.record"
status 1
says 'does not follow from'

a 'events of a game whose seal is closed'
input '1
quit
'
run play --save "$work/closed.record"
status 0
for option in --events --scenes; do
    run record $option "$work/closed.record"
    status 1
    says 'a game whose seal is closed cannot be played again'
done
run record "$work/closed.record"
status 0
prints '  lock        {"lock":"'

a 'what cannot be read'
for option in '' --events --scenes --sources; do
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
    status 2
    says "castled record: '/dev/null' is no record of a game"
done
run record
status 2
says 'which record?'
run record --events --scenes "$good"
status 2
says 'only one of'
run record -h
status 0
prints 'usage: castled record'
run record --help
status 0
