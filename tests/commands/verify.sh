# castled verify

mkdir "$work/elsewhere"
here=$PWD
good=$here/../golden/sealed-typed.record
seed=$here/../golden/undo-doubled-towers.record

a 'a sealed game is checked, one sentence a check, in order'
run verify "$good"
status 0
says_nothing
prints '  castle; options: first_player = draw, open_start_spaces_count = true'
prints '; sealed (level 1); begun 20'
prints 'good   chain '
prints 'good   signatures '
prints 'good   rules '
prints 'good   seal '
prints 'good   shuffle '
prints 'good   choices '
prints 'good   score '
prints 'open   not checked '
prints 'Nothing is wrong with this record.'
holds [ "$(awk '/^  (good|open) / { printf "%s ", $2 }' "$work/out")" = \
    'chain signatures rules seal shuffle choices score not ' ]
cp "$work/out" "$work/first"

a 'it is the same from another directory and with other scripts around'
mkdir -p "$work/root/scripts/castle" "$work/empty"
echo 'error "other rules"' >"$work/root/scripts/castle/game.lua"
for root in "$work/root" "$work/empty" "$work/nothing"; do
    (cd "$work/elsewhere" && CASTLED_ROOT=$root "$castled" verify "$good") \
        >"$work/out" 2>"$work/err"
    result=$?
    status 0
    same "$work/out" "$work/first"
done

a 'a game from a seed says that nothing was sealed'
run verify "$seed"
status 0
prints 'open   signatures '
prints 'open   seal '
prints "seed 'golden 2'"
prints '; from a seed (level 0); begun 20'
prints 'Nothing is wrong with this record.'

a 'several records, and the worst of them is the status'
sed '$s/"score/"sc0re/' "$seed" >"$work/bad.record"
run verify "$good" "$work/bad.record" "$seed"
status 1
holds [ "$(grep -c 'Nothing is wrong with this record.' "$work/out")" = 2 ]
holds [ "$(grep -c 'does not prove what it says' "$work/out")" = 1 ]
run verify "$work/bad.record" "$work/nothing"
status 2
says "cannot open '$work/nothing': No such file or directory"
prints 'WRONG  '

a 'as JSON, one object a file'
run verify --json "$good"
status 0
json good true
json file "$good"
holds grep -q '"played":"castle; options: ' "$work/out"
json checks.1.name chain
json checks.1.ok true
json checks.4.name seal
json checks.8.name 'not checked'
run verify --json "$work/bad.record"
status 1
json good false
run verify --json "$good" "$seed" "$work/bad.record"
holds [ "$(wc -l <"$work/out")" = 3 ]
cp "$work/out" "$work/first"
for line in 1 2 3; do
    sed -n "${line}p" "$work/first" >"$work/out"
    json checks.1.ok true
done

# A record with something done to it: changed NAME SED SAYS.
changed() {
    a "refused: $1"
    sed "$2" "$good" >"$work/bad.record"
    run verify "$work/bad.record"
    status 1
    prints "$3"
    holds [ "$(grep -c '^  WRONG' "$work/out")" = 1 ]
    prints 'This record does not prove what it says.'
}

line=$(grep -n '"t":"choice"' "$good" | sed -n '5s/:.*//p')
draw=$(grep -n '"t":"draw"' "$good" | sed -n '5s/:.*//p')
# Lines count from 1, entries from 0; before them is one signature, the lock's.
changed 'a choice' "${line}s/\"turns\":[0-9]/\"turns\":7/;${line}s/true/false/" \
    "entry $((line - 1)) does not follow from entry $((line - 2))"
changed 'a draw' "${draw}s/\"c[0-9]*\"/\"c01\"/" \
    "entry $((draw - 1)) does not follow from entry $((draw - 2))"
changed 'a line less' "${draw}d" \
    "entry $((draw - 1)) where entry $((draw - 2)) should be"
changed 'what was typed' 's/3 5 1"/3 5 2"/' 'does not follow from'
changed 'the score' 's/"scores":\[8/"scores":[9/' 'is not by seat 0'
changed 'a script' 's/CS-41/CS-42/' 'does not follow from'

a 'a game that is cut off is good as far as it goes, and says so'
head -n "$line" "$good" >"$work/bad.record"
run verify "$work/bad.record"
status 0
prints 'open   signatures '
prints 'the entries after it, up to'
prints 'open   shuffle '
prints 'has not opened its seal'
prints 'there is no final score'

a 'what is no record'
# Refused as no record at all: no_record FILE.
no_record() {
    run verify "$1"
    status 2
    says "castled verify: '$1' is no record of a game"
    prints_nothing
}
echo hello >"$work/text"
no_record "$work/text"
: >"$work/text"
no_record "$work/text"
head -c 100000 /dev/urandom >"$work/text"
no_record "$work/text"
no_record /etc/passwd

a 'what is a record, but for its first line'
{ echo hello && cat "$good"; } >"$work/bad.record"
run verify "$work/bad.record"
status 1
prints 'WRONG  chain        line 1: neither an entry (E) nor a signature (S)'

a 'what cannot be read'
run verify "$work/nothing"
status 2
says "castled verify: cannot open '$work/nothing': No such file or directory"
prints_nothing
run verify "$work/elsewhere"
status 2
says 'Is a directory'
run verify /dev/zero
status 2
says "'/dev/zero'"
prints_nothing
run verify /dev/null
status 2

a 'the command line'
run verify
status 2
says 'which record?'
run verify --loudly "$good"
status 2
run verify --help
status 0
prints 'usage: castled verify'
