# castled verify

mkdir "$work/elsewhere"
here=$PWD
good=$work/sealed.record
seed=$work/seed.record
table="All is good with this record, but no player signed a choice, as at one table: they are the referee's word."
old=$here/../golden/sealed-typed.record # by scripts of an older version

a 'records to verify'
run play --record "$good"
status 0
run play --seed 'a seed' --record "$seed"
status 0

a 'a sealed game is checked, one sentence a check, in order'
run verify "$good"
status 0
says_nothing
prints '  castle; options: first_player = draw, open_start_spaces_count = true'
prints '; sealed (level 1); begun 20'
prints 'good   chain '
prints 'open   signatures ' # at one table players sign no choices
prints "the newest entry that each player's seat signed is, by seat, 1: -, 2: -"
prints 'good   rules '
prints 'good   scripts      these are the scripts of this castled'
prints 'good   seal '
prints 'good   shuffle '
prints 'good   choices '
prints 'good   score '
prints 'open   not checked '
holds [ "$(tail -n 1 "$work/out")" = "$table" ]
holds [ "$(awk '/^  (good|open) / { printf "%s ", $2 }' "$work/out")" = \
    'chain signatures rules scripts seal shuffle choices score not ' ]
cp "$work/out" "$work/first"

a 'from standard input'
input "$(cat "$good")
"
run verify -
status 0
sed '1s/.*/-/' "$work/first" >"$work/named"
same "$work/out" "$work/named"

a 'from another directory, with other scripts around: only they differ'
mkdir -p "$work/root/scripts/castle" "$work/empty"
echo 'error "other rules"' >"$work/root/scripts/castle/game.lua"
for root in "$work/root" "$work/empty" "$work/nothing"; do
    (cd "$work/elsewhere" && CASTLED_ROOT=$root "$castled" verify "$good") \
        >"$work/out" 2>"$work/err"
    result=$?
    status 1
    prints 'of them differ from those of this castled, or are not here: they may'
    prints 'shows them): scripts/'
    prints 'could be checked: its scripts are not those of this castled.'
    holds [ "$(sed '/  scripts  /d; $d' "$work/out")" = \
        "$(sed '/  scripts  /d; $d' "$work/first")" ]
done

a 'a game by an older version, or by scripts that somebody changed'
run verify "$old"
status 1
prints 'good   choices '
prints 'open   scripts '
prints 'could be checked: its scripts are not those of this castled.'
run verify --json "$old"
status 1
json good false
json verdict open
json checks.4.name scripts
json checks.4.ok null

a 'scripts in the current directory are not those of this castled'
mkdir "$work/evil"
cp -r ../../scripts ../../variants "$work/evil"
echo '-- and 100 for a friend' >>"$work/evil/scripts/castle/result.lua"
(cd "$work/evil" && CASTLED_ROOT=$work/evil "$castled" play \
    --record "$work/evil.record") >"$work/out" 2>"$work/err" </dev/null
result=$?
status 0
(cd "$work/evil" && "$castled" verify "$work/evil.record") >"$work/out" 2>"$work/err"
result=$?
status 1
prints '1 of them differ from those of this castled, or are not here: they may'
prints 'shows them): scripts/castle/result.lua'

# Whether the record in the folder $work/around is said to be by other scripts:
# not_ours RECORD SAYS.
not_ours() {
    (cd "$work/around" && "$castled" verify "$1") >"$work/out" 2>"$work/err"
    result=$?
    status 1
    prints "of them differ from those of this castled, or are not here: they may"
    prints "shows them): $2"
    prints 'could be checked: its scripts are not those of this castled.'
}

a 'a game that came with its record is not a game of this castled'
mkdir -p "$work/around/x"
cp -r ../../scripts/castle "$work/around/x/castle"
sed 's/^  return {/  scores[1] = scores[1] + 100\n&/' \
    ../../scripts/castle/result.lua >"$work/around/x/castle/result.lua"
(cd "$work/around" && "$castled" play --game x/castle --record e.record) \
    >"$work/out" 2>"$work/err" </dev/null
result=$?
status 0
not_ours e.record x/castle/
for up in ../around/x/castle "$work/around/x/castle"; do
    (cd "$work/around" && "$castled" play --game "$up" --record up.record \
        --overwrite) >"$work/out" 2>"$work/err" </dev/null
    not_ours up.record "$up/"
done

a 'a house rule in a file is none of this castled, wherever the file is'
sed 's/end-of-move-pickup/my-own/' ../../variants/castle/end-of-move-pickup.lua \
    >"$work/around/my-own.lua"
for file in my-own.lua ./my-own.lua "$work/around/my-own.lua"; do
    (cd "$work/around" && "$castled" play --variant "$file" --record my.record \
        --overwrite) >"$work/out" 2>"$work/err" </dev/null
    result=$?
    status 0
    not_ours my.record "$file"
done

a 'a path that leads out of the root is none below it'
mkdir "$work/inside"
cp -r ../../scripts ../../variants "$work/inside"
(cd "$work/inside" && "$castled" play --game ../around/x/castle \
    --record "$work/around/out.record") >"$work/out" 2>"$work/err" </dev/null
result=$?
status 0
(cd "$work/around" && CASTLED_ROOT=$work/inside "$castled" verify out.record) \
    >"$work/out" 2>"$work/err"
result=$?
status 1
prints 'shows them): ../around/x/castle/'

a 'a house rule in a file below the root is of this castled'
(cd ../.. && "$castled" play --variant variants/castle/german.lua \
    --record "$work/german.record") >"$work/out" 2>"$work/err" </dev/null
result=$?
status 0
run verify "$work/german.record"
status 0

# To verify with little memory: starved KIB.
starved() {
    # shellcheck disable=SC3045  # dash and bash have it
    (ulimit -v "$1" && "$castled" verify "$good") >"$work/out" 2>"$work/err"
    result=$?
}

a 'want of memory is no fault of a record'
for size in 12000 13000 14000 15000 16000 18000 20000 24000; do
    starved "$size"
    holds sh -c "! grep -q WRONG '$work/out'"
done
starved 4000000
status 0

a 'a game from a seed says that nothing was sealed'
run verify "$seed"
status 0
prints 'open   signatures '
prints 'open   seal '
prints "seed 'a seed'"
prints '; from a seed (level 0); begun 20'
prints 'All is good with this record, but its order was not sealed: '

a 'several records, and the worst of them is the status'
sed '$s/"scores":\[/&1/' "$seed" >"$work/bad.record"
run verify "$good" "$work/bad.record" "$seed"
status 1
holds [ "$(grep -c 'All is good with this record' "$work/out")" = 2 ]
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
json verdict good
json says "$table"
json seats.2.contributed true
json seats.2.signed_to null
json seats.1.unsigned_choices 0
json seats.2.unsigned_choices "$(grep -cE '^E \{"by":1,.*"t":"(choice|undo|resign|offer_draw|answer_draw)"' "$good")"
json checks.5.name seal
json checks.9.name 'not checked'
run verify --json "$work/bad.record"
status 1
json good false
json verdict wrong
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
    sed "$2" "$old" >"$work/bad.record"
    run verify "$work/bad.record"
    status 1
    prints "$3"
    holds [ "$(grep -c '^  WRONG' "$work/out")" = 1 ]
    prints 'This record does not prove what it says.'
}

line=$(grep -n '"t":"choice"' "$old" | sed -n '5s/:.*//p')
draw=$(grep -n '"t":"draw"' "$old" | sed -n '5s/:.*//p')
# Lines count from 1, entries from 0; before them is one signature, the lock's.
changed 'a choice' "${line}s/\"turns\":[0-9]/\"turns\":7/;${line}s/true/false/" \
    "entry $((line - 1)) does not follow from entry $((line - 2))"
changed 'a draw' "${draw}s/\"c[0-9]*\"/\"c01\"/" \
    "entry $((draw - 1)) does not follow from entry $((draw - 2))"
changed 'a line less' "${draw}d" \
    "entry $((draw - 1)) where entry $((draw - 2)) should be"
changed 'what was typed' 's/3 5 1"/3 5 2"/' 'does not follow from'
changed 'the score' 's/"scores":\[/&1/' 'entry 250, or its signature by seat 0, was changed'
changed 'the ends of lines' 's/$/\r/' 'line 1: it ends with CR LF, as lines do on'
changed 'a script' 's/CS-41/CS-42/' 'does not follow from'

# Where nothing is wrong, but not all is there: lacking SAYS.
lacking() {
    run verify "$work/bad.record"
    status 1
    prints "so far, but not all could be checked: $1."
    run verify --json "$work/bad.record"
    status 1
    json good false
    json verdict open
}

a 'a record that lacks something'
head -n 1 "$good" >"$work/bad.record"
lacking 'nobody signed it, there are no scripts in it, its order was not sealed to the end, it has no end'
grep '^E' "$good" >"$work/bad.record"
lacking 'nobody signed it'
sed '$d' "$good" >"$work/bad.record"
lacking 'the referee did not sign its end'

a 'a game that is cut off is good as far as it goes, and says so'
head -n "$(grep -n '"t":"choice"' "$good" | sed -n '5s/:.*//p')" "$good" \
    >"$work/bad.record"
lacking 'the referee did not sign its end, its seal is not opened, it has no end'
run verify "$work/bad.record"
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
gzip <"$good" >"$work/text"
no_record "$work/text"
head -n 1 "$good" | head -c -1 >"$work/text" # cut off within its first line
no_record "$work/text"
run verify -
status 2
says 'castled verify: standard input is no record of a game'

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
run verify -h
status 0
prints 'usage: castled verify'
run verify --help
status 0
prints 'usage: castled verify'
