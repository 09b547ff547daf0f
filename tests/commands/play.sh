# castled play

# Runs the prompt at a terminal, with the lines of $work/in typed.
run_typed() {
    timeout 300 script -qec "env TERM=xterm LC_ALL=C.UTF-8 NO_COLOR= \
XDG_STATE_HOME='$work/state' COLUMNS= '$castled' $* --plain" /dev/null \
        <"$work/in" >"$work/out" 2>"$work/err"
    result=$?
    : >"$work/in"
}

a 'an option of the prompt is named when it is given for a game at a server'
run_typed play --server http://127.0.0.1:1
status 2
prints 'castled play: --plain is for games on this machine, at the prompt'

a 'without input a whole game is played and explained'
run play --seed a
status 0
says_nothing
prints 'Carcassonne: The Castle'
prints 'No house rules.'
prints 'Seed a: the same seed and the same choices give the same game.'
prints 'Nothing is sealed: whoever chose the seed can know all that will be drawn.'
prints 'The input has ended: steward plays on for White, Black.'
prints 'Where the points came from:'
prints 'Played again from its record: draws ('
prints '  together '
holds [ "$(grep -c ' places c[0-9][0-9] at ' "$work/out")" = 60 ]
holds grep -q '^White wins: White [0-9]*, Black [0-9]*\.$' "$work/out"
prints 'All that was drawn came from the seed a: everything fits.'
prints 'are right.'
holds sh -c "! grep -q 'sealed before\|lock' '$work/out'"
cp "$work/out" "$work/first"

a 'the same seed gives the same transcript'
run play --seed a
same "$work/out" "$work/first"

# The five words that are the lock, where they first stand, on one line.
lock_of() {
    tr '\n' ' ' <"$1" | grep -o '[a-z]\{5\}\(-[a-z]\{5\}\)\{4\}' | head -n 1
}

a 'without a seed the order is sealed, explained, opened and checked'
run play --record "$work/sealed.record" --width 200
status 0
says_nothing
prints "White: puts this machine's randomness into the shuffle."
prints "Black: puts this machine's randomness into the shuffle."
prints 'The order of all that will be drawn is sealed. Its lock: '
prints 'Write it down if you like: after the last draw the seal is opened,'
prints ' wins: White '
prints 'The order was sealed before the first draw (lock '
prints ') and opened after the last: everything fits.'
prints 'are right.'
prints 'Not proved: that nobody looked at the order on this machine'
prints "To check it again: castled verify $work/sealed.record"
lock=$(lock_of "$work/out")
holds [ "$(grep -c -e "$lock" "$work/out")" = 2 ]
holds sh -c "sed -n '/Its lock/,\$p' '$work/out' | grep -q ' draws c[0-9]'"
holds sh -c "! sed '/Its lock/q' '$work/out' | grep -q 'draws'"
cp "$work/out" "$work/first"
run verify "$work/sealed.record"
status 0
prints 'the referee committed first, then seat 1, 2;'
prints "$lock"
holds [ ! -e "$work/sealed.record.secret" ]

a 'another sealed game is another one'
run play
status 0
holds sh -c "! cmp -s '$work/out' '$work/first'"
prints 'No file was kept of it; --record FILE keeps one, for: castled verify FILE'

a 'what is typed on the command line is in the record, for each person by seat'
run play --contribute '3 5 1 # 6' --contribute '¡Hola!' \
    --record "$work/typed.record" --width 200
status 0
prints "White: puts '3 5 1 # 6' into the shuffle."
prints "Black: puts '¡Hola!' into the shuffle."
holds grep -q '"text":"3 5 1 # 6"' "$work/typed.record"
run play --players steward,human --contribute dice --width 200
status 0
prints 'White: a bot, puts nothing into the shuffle.'
prints "Black: puts 'dice' into the shuffle."

a 'when nobody contributes it is the server alone, and that is said'
run play --players steward,steward --record "$work/bots.record" --width 200
status 0
prints 'White: a bot, puts nothing into the shuffle.'
prints 'Server only: no player puts anything into the shuffle'
prints 'But server only: no player put anything into the shuffle'
run verify "$work/bots.record"
status 0
prints 'open   seal         server only: '

a 'contributions that do not fit'
run play --players steward,human --contribute a --contribute b
status 2
says '--contribute is there 2 times, and 1 people play'
prints_nothing
run play --seed a --contribute b
status 2
says 'with --seed nothing is sealed'
run play --contribute "$(printf '%0257d' 0)"
status 2
says 'at most 256 bytes'
prints_nothing
run play --contribute a --contribute a --contribute a --contribute a \
    --contribute a --contribute a --contribute a --contribute a --contribute a
status 2

a 'a sealed game that is saved goes on with the secret beside it, and not without'
input '1
1
1
quit
'
run play --save "$work/half.sealed" --width 200
status 0
lock=$(lock_of "$work/out")
prints "To go on: castled play --resume $work/half.sealed"
holds [ "$(stat -c %a "$work/half.sealed.secret")" = 600 ]
holds sh -c "! grep -q '\"t\":\"end\"' '$work/half.sealed'"
cp "$work/half.sealed" "$work/alone.sealed"
run play --resume "$work/alone.sealed"
status 2
says "the game is sealed, and '$work/alone.sealed.secret', without which it"
prints_nothing
cp "$work/half.sealed.secret" "$work/alone.sealed.secret"
sed -i 's/"secret":"./"secret":"g/' "$work/alone.sealed.secret"
run play --resume "$work/alone.sealed"
status 2
says 'there is no secret in the file beside it'
run play --save "$work/third.sealed" --overwrite </dev/null
input 'quit
'
run play --save "$work/fourth.sealed"
cp "$work/fourth.sealed.secret" "$work/alone.sealed.secret"
run play --resume "$work/alone.sealed"
status 2
says "the secret that was kept is not this game's"
run play --resume "$work/half.sealed" --width 200
status 0
prints 'Resumed after '
prints 'everything fits.'
holds [ "$(lock_of "$work/out")" = "$lock" ]
holds [ ! -e "$work/half.sealed.secret" ]
run verify "$work/half.sealed"
status 0
prints 'open   signatures '
prints "$lock"

a 'a sealed game that is over is shown again, and its record stays as it is'
cp "$work/half.sealed" "$work/over.sealed"
run play --resume "$work/half.sealed" --save "$work/fifth.sealed" --width 200
status 0
prints 'This game is over.'
prints 'everything fits.'
same "$work/half.sealed" "$work/over.sealed"
same "$work/half.sealed" "$work/fifth.sealed"
run play --resume "$work/half.sealed"
same "$work/half.sealed" "$work/over.sealed"

a 'a sealed game that is saved elsewhere while it runs takes its secret along'
input "save $work/sixth.sealed
quit
"
run play
status 0
holds [ -e "$work/sixth.sealed.secret" ]
input '1
1
resign
'
run play --resume "$work/sixth.sealed" --save "$work/seventh.sealed"
status 0
prints 'since the other has resigned'
holds [ -e "$work/sixth.sealed.secret" ]
holds [ ! -e "$work/seventh.sealed.secret" ]
run verify "$work/seventh.sealed"
status 0
prints '(resigned)'

a 'where no secret can be kept nothing is saved, and that is said'
mkdir "$work/no.sealed.secret"
input 'quit
'
run play --save "$work/no.sealed"
status 2
holds [ ! -e "$work/no.sealed" ]
prints 'Not saved: cannot write secret'
prints 'The game could not be saved: '

a 'a sealed game that a signal stops is saved, or lost'
mkfifo "$work/sealing"
"$castled" play <"$work/sealing" >"$work/out" 2>"$work/err" &
process=$!
exec 8>"$work/sealing"
until_it_holds sh -c "tail -n 1 '$work/out' | grep -q 'turns > $'"
kill -TERM "$process"
wait "$process"
result=$?
exec 8>&-
status 143
prints 'Stopped. The game is not saved.'

a '--record writes the record when the game is over, and over nothing'
run play --record "$work/sealed.record"
status 2
says "there is a file '$work/sealed.record' already; --overwrite"
input 'quit
'
run play --record "$work/left.sealed"
status 0
holds [ ! -e "$work/left.sealed" ]

a 'a place where no record can be written is told before the game begins'
mkdir "$work/records"
for place in "$work/no/folder/g.record" "$work/records" /dev/null; do
    for option in --record --save; do
        run play --seed a "$option" "$place" --overwrite
        status 2
        says "cannot write record '$place'"
        prints_nothing
        run play --resume "$work/sealed.record" "$option" "$place" --overwrite
        status 2
        says "cannot write record '$place'"
        prints_nothing
    done
done
cp "$work/sealed.record" "$work/records/old.record"
run play --record "$work/records/old.record" --overwrite --contribute x \
    --seed y
status 2
same "$work/sealed.record" "$work/records/old.record"
holds [ "$(ls "$work/records")" = old.record ]

a 'of a record that could not be written nobody is told to check it again'
"$castled" play --seed a --record "$work/records/new.record" --width 200 \
    <"$work/sealing" >"$work/out" 2>"$work/err" &
process=$!
exec 8>"$work/sealing"
until_it_holds sh -c "tail -n 1 '$work/out' | grep -q 'turns > $'"
rm -r "$work/records"
exec 8>&-
wait "$process"
result=$?
status 2
prints 'The game could not be saved: cannot write record'
prints 'No file was kept of it; '
holds sh -c "! grep -q 'check it again' '$work/out'"

a '--record writes the record of a game that is over'
run play --seed a --record "$work/a.record" --players steward,random
status 0
holds grep -q '"t":"end"' "$work/a.record"

a 'a record whose end is another one is not shown again'
mkdir "$work/wrong"
sed '$s/"scores":\[/"scores":[1/' "$work/a.record" >"$work/wrong/a.record"
run play --resume "$work/wrong/a.record"
status 2
says 'has something else there'

a 'stewards play the games that sim plays'
run play --seed 5/1 --players steward,random --events "$work/events1"
status 0
run sim --seed 5 --games 1 --players steward,random --events "$work/events2"
same "$work/events1" "$work/events2"

a 'house rules and options in force are told'
run play --seed a -v german -v strict-keep -o first_player=black
prints 'House rule german: Wall tile 4: fountains do not count.'
prints 'House rule strict-keep: '
prints 'Option first_player = Black: Who begins.'
prints 'Option open_start_spaces_count = no: '
prints 'Black begins.'

a 'choices are piped in, with comments, and echoed'
input '# the first turn
3,0 0   # a corner

2
quit
'
run play --seed t -o first_player=white
status 0
prints 'Number, or x,y and turns > 3,0 0'
prints 'White: 3,0, as drawn.'
prints 'White places c43 at 3,0.'
prints 'Number > 2'
prints 'White: herald on the path (north): 1 tile, scores at once.'
prints 'White places a herald on the path at 3,0.'
prints 'Not saved: it cannot be resumed.'

a 'the help says what letters mean, and what becomes of a game that is left'
input '?
quit
'
run play --seed t --width 200
prints 'Letters on tiles: . court, F path with a fountain, H house, M court with a market, P path, S square (ends paths), T tower.'
prints 'in it a follower: w White, b'
prints 'quit (q)      leave the game; one that is saved can be resumed'
input '?
salir
'
run play --seed t --width 200 --language es
prints 'Letras en las losetas: . patio, F camino con fuente, H casa, M patio con mercado, P camino, S plaza (acaba caminos), T torre.'
prints 'Sin guardar: no se puede retomar.'

a 'a place with several turns asks which'
input '2
3
quit
'
run play --seed t -o first_player=white
prints 'c43 at 6,0:'
prints '  1: as drawn       2: a half         3: three quarters'
prints 'White places c43 at 6,0, turned three quarters.'

a 'what is not offered is asked again, and nothing has changed'
input '0
99
-1
4,4
3,0 1
3,0 x
3,0 0 0
300,-700
places
2
4
quit
'
run play --seed t -o first_player=white --events "$work/events1"
status 0
prints "'99' is not possible."
prints "'4,4' is not possible."
prints "'300,-700' is not possible."
prints '3,0 is possible, but not with 1 quarter turns.'
prints "'places' is no choice and no command."
prints 'What is possible: 1 to 7, or x,y and the number of quarter turns'
prints '   1: 3,0 (0)        2: 6,0 (023)'
prints 'What is possible: 1 to 3.'
holds [ "$(wc -l <"$work/events1")" = 2 ]

a 'a line that is much too long is no choice'
awk 'BEGIN { for (i = 0; i < 100000; i++) printf "1"; print "\nquit" }' \
    >"$work/in"
run play --seed t
status 0
prints 'is no choice and no command'

a 'orders are answered'
input '?
rules
tiles
log
hint
look 3,0
look 0,0
look
board
map
quit
'
run play --seed t -o first_player=white
status 0
prints 'look 3,4      a part of the board in letters'
prints 'Draw a tile and place it against a start space'
prints 'Castle tiles, 59 not seen yet:'
prints 'Wall tiles, 18 not seen yet:'
prints '  1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9'
prints 'White draws c43.'
prints 'steward would choose: '
prints '+ - - - - - +'
prints "'look' wants a space"
prints '          #############..M..#######'

a 'undo takes back, and events are as if it had never been'
input '1
undo
2
1
undo
1
7
quit
'
run play --seed t -o first_player=white --events "$work/events1" \
    --save "$work/undo.record"
status 0
prints 'Taken back.'
prints 'White places c43 at 6,0.'
input '1
7
quit
'
run play --seed t -o first_player=white --events "$work/events2"
same "$work/events1" "$work/events2"
holds [ "$(grep -c '"t":"undo"' "$work/undo.record")" = 2 ]
run play --resume "$work/undo.record" --events "$work/events1"
status 0
holds sh -c "grep -q '\"reason\":\"finished\"' '$work/events1'"

a 'undone events are not in the file, also when the game ends there'
input '1
undo
quit
'
run play --seed t -o first_player=white --events "$work/events1"
holds [ "$(wc -l <"$work/events1")" = 2 ]

a 'there is no undo of what ended a turn'
input 'undo
1
7
undo
quit
'
run play --seed t -o first_player=white
prints 'There is nothing to take back'
holds [ "$(grep -c 'There is nothing to take back' "$work/out")" = 2 ]

a 'a game is given up'
input '1
resign
'
run play --seed t -o first_player=white --events "$work/events1"
status 0
prints 'There is no final scoring.'
prints 'Black wins, since the other has resigned: White 0, Black 0.'
holds grep -q '"winner":"black","reason":"resigned"}' "$work/events1"

a 'a game is saved, resumed, and is the same game'
awk 'BEGIN { for (i = 0; i < 40; i++) print 1 }' >"$work/choices"
cp "$work/choices" "$work/in"
run play --seed s --players human,steward --events "$work/events1"
status 0
(head -n 17 "$work/choices" && echo quit) >"$work/in"
run play --seed s --players human,steward --save "$work/half.record"
status 0
prints "To go on: castled play --resume $work/half.record"
cp "$work/half.record" "$work/copy.record"
tail -n +18 "$work/choices" >"$work/in"
cp "$work/half.record" "$work/named.record"
holds [ "$(cat "$work/half.record.players")" = human,steward ]
run play --resume "$work/half.record" --events "$work/events2"
status 0
prints 'White: human, Black: steward.'
prints 'Resumed after '
holds test ! -e "$work/half.record.players"
holds sh -c "head -n 100 '$work/events1' >'$work/events3'
head -n 100 '$work/events2' | cmp - '$work/events3'"
holds grep -q '"t":"end"' "$work/half.record"

a 'who plays a resumed game can be named anew, and is kept then'
input 'quit
'
run play --resume "$work/named.record" --players random,human
prints 'White: random, Black: human.'
input 'quit
'
run play --resume "$work/named.record"
prints 'White: random, Black: human.'
rm "$work/named.record.players"
input 'quit
'
run play --resume "$work/named.record"
prints 'White: human, Black: human.'

a 'what is to be typed is as the program was called, and as a shell reads it'
input 'quit
'
CASTLED_CALLED=./castled run play --seed s --width 300 --save "$work/it's one.record"
prints "To go on: ./castled play --resume '$work/it'\\''s one.record'"
input 'quit
'
CASTLED_CALLED= run play --seed s --width 300 --save "$work/one.record"
prints "To go on: castled play --resume $work/one.record"
input 'quit
'
holds sh -c "unset CASTLED_CALLED; echo quit |
    '$castled' play --seed s --width 300 --save '$work/two.record' |
    grep -F 'To go on: $castled play --resume $work/two.record'"

a 'a game that is over is shown again'
run play --resume "$work/half.record"
status 0
prints 'This game is over.'
prints 'Where the points came from:'

a 'resuming with --save leaves the first file as it was'
cp "$work/copy.record" "$work/left.record"
run play --resume "$work/left.record" --save "$work/other.record"
status 0
same "$work/left.record" "$work/copy.record"
holds grep -q '"t":"end"' "$work/other.record"

a 'a resumed game keeps its rules and its seed'
run play --resume "$work/copy.record" -v german
status 2
says '--resume goes on by the rules and the seed of the saved game'
run play --resume "$work/copy.record" --contribute x
status 2
says '--contribute'

a 'a save is not written over'
run play --save "$work/copy.record"
status 2
says "there is a file '$work/copy.record' already"
cp "$work/copy.record" "$work/left.record"
run play --save "$work/left.record" --overwrite --seed a
status 0
holds sh -c "! cmp -s '$work/left.record' '$work/copy.record'"
input "save $work/copy.record
save $work/new.record
save $work/new.record
save! $work/left.record
save
quit
"
run play
prints "There is a file $work/copy.record already"
prints "Saved in $work/new.record."
prints "Saved in $work/left.record."
prints "'save' wants a file"
holds [ "$(grep -c "Saved in $work/new.record" "$work/out")" = 2 ]
prints "To go on: castled play --resume $work/new.record"

a 'kill -9 loses nothing that was chosen'
mkfifo "$work/pipe"
"$castled" play --seed k --players human,steward --save "$work/kill.record" \
    <"$work/pipe" >"$work/out" 2>"$work/err" &
process=$!
exec 8>"$work/pipe"
head -n 15 "$work/choices" >&8
until_it_holds sh -c "[ \"\$(grep -c '> 1\$' '$work/out')\" = 15 ] &&
    tail -n 1 '$work/out' | grep -q '> \$'"
kill -9 "$process"
wait "$process" 2>/dev/null
exec 8>&-
head -n 15 "$work/choices" >"$work/in"
run play --seed k --players human,steward --events "$work/events1"
input 'quit
'
run play --resume "$work/kill.record" --events "$work/events2"
status 0
holds sh -c "head -n \$(wc -l <'$work/events2') '$work/events1' |
cmp - '$work/events2'"
holds [ "$(wc -l <"$work/events2")" -ge 30 ]

a 'a signal saves and says how to go on'
"$castled" play --seed k --save "$work/int.record" \
    <"$work/pipe" >"$work/out" 2>"$work/err" &
process=$!
exec 8>"$work/pipe"
echo 1 >&8
until_it_holds sh -c "tail -n 1 '$work/out' | grep -q 'Number > $'"
kill -TERM "$process"
wait "$process"
result=$?
exec 8>&-
status 143
prints "Stopped. To go on: castled play --resume $work/int.record"
run play --resume "$work/int.record" --seed x
status 2
input 'quit
'
run play --resume "$work/int.record"
status 0
prints 'Resumed after 1 choices'

# A damaged save: damaged NAME TEXT; the save is in $work/bad.record.
damaged() {
    a "a damaged save is refused: $1"
    run play --resume "$work/bad.record"
    status 2
    says "$2"
    prints_nothing
}

bad=$work/bad.record
good=$work/copy.record
first=$(grep -n '"t":"choice"' "$good" | head -n 1 | cut -d: -f1)
before=$((first - 1))
: >"$bad"
damaged 'empty' "record '$bad': line 1: a record starts with entry 0"
echo hello >"$bad"
damaged 'no record' "record '$bad': line 1: neither an entry (E) nor"
head -n "$first" "$good" | head -c -9 >"$bad"
damaged 'cut off' "record '$bad': line $first: the last line is cut off"
sed "${first}d" "$good" >"$bad"
damaged 'a line is gone' \
    "record '$bad': line $first: entry $first where entry $before should be"
sed "$first{h;d};$((first + 1))G" "$good" >"$bad"
damaged 'lines changed places' \
    "record '$bad': line $first: entry $first where entry $before should be"
sed "${first}s/\"turns\":[0-9]/\"turns\":7/" "$good" >"$bad"
damaged 'a choice was changed' \
    "record '$bad': line $((first + 1)): entry $first does not follow"
sed "${before}s/\"c[0-9]*\"/\"c01\"/" "$good" >"$bad"
damaged 'a draw was changed' \
    "record '$bad': line $first: entry $before does not follow"
sed '1s/"seed":"s"/"seed":"t"/' "$good" >"$bad"
damaged 'the seed was changed' "record '$bad': line 2: entry 1 does not follow"
sed "${first}s/}\$/]/" "$good" >"$bad"
damaged 'a bracket' "record '$bad': entry $before: line $first"
(cat "$good" && echo x) >"$bad"
damaged 'more behind it' 'neither an entry (E) nor a signature'
head -n "$first" "$good" | sed "${first}s/\"turns\":[0-9]/\"turns\":7/" >"$bad"
damaged 'the last choice was changed' \
    "record '$bad': line $first: entry $before (choice): seat"
head -c 100000 /dev/urandom >"$bad"
damaged 'noise' "record '$bad': line 1"

a 'a save that is not there, or is a folder'
run play --resume "$work/nothing"
status 2
says "cannot open '$work/nothing': No such file or directory"
run play --resume "$work"
status 2
says 'Is a directory'

# Begins a game of seed $1 that is saved in the folder $2, which is taken away once
# somebody is asked. What the players answer after their first choice goes to 8.
loses_its_folder() {
    mkdir "$2"
    : >"$work/out"
    "$castled" play --seed "$1" --save "$2/g.record" \
        <"$work/pipe" >"$work/out" 2>"$work/err" &
    process=$!
    exec 8>"$work/pipe"
    until_it_holds sh -c "tail -n 1 '$work/out' | grep -q 'turns > $'"
    rm -r "$2"
    printf '1\n1\n' >&8 # a place and, where there are several, the turns
    until_it_holds grep -q 'Not saved: cannot write' "$work/out"
}

a 'a disk that takes nothing ends no game'
loses_its_folder a "$work/gone"
exec 8>&-
wait "$process"
result=$?
status 2
prints ' wins: '
prints 'The game could not be saved: '
run play --seed a --events /dev/full
status 2
prints 'The events could not be written: No space left on device.'
prints 'White wins: '
run play --events "$work/no/events"
status 2
says "cannot write events to '$work/no/events'"

a 'saving works again once the disk does'
loses_its_folder k "$work/late"
mkdir "$work/late"
exec 8>&-
wait "$process"
result=$?
status 0
prints "Saving works again: $work/late/g.record."
holds grep -q '"t":"end"' "$work/late/g.record"

cat >"$work/trap.lua" <<'END'
local step    = require "castled.step"
local variant = require "castled.variant"
local WAYS = { "error", "loop", "memory", "huge", "fraction", "well" }
return variant {
  name = "trap", title = { en = "A\27[31mtrap" }, summary = { en = "Fails." },
  needs = { api = 1, game = "castle" },
  steps = { before = { place_follower = step.ask {
    name = "trap",
    player = function(game)
      return game.placed and game.players[game.seat_on_turn]
    end,
    choices = function()
      local list = {}
      for index, way in ipairs(WAYS) do list[index] = { way = way } end
      return list
    end,
    apply = function(game, player, choice)
      game:event("extra_turn", { player = player })
      if choice.way == "error" then error("sprung") end
      if choice.way == "loop" then while true do end end
      if choice.way == "huge" then game.x = string.rep("x", 1000000000) end
      if choice.way == "fraction" then game.half = 1 / 2 end
      local list = {}
      while choice.way == "memory" do
        list[#list + 1] = string.rep("x", 9999) .. #list
      end
    end,
  } } },
}
END

a 'a choice on which the rules fail is told with file and line, asked again'
input '1
1
2
3
4
5
6
7
quit
'
run play --seed t -o first_player=white -v "$work/trap.lua" --width 200 \
    --events "$work/events1" --save "$work/trap.record"
status 0
says_nothing
prints 'The rules failed on this choice: step '
prints 'trap.lua:19: sprung.'
prints 'trap.lua:20: the script used'
holds [ "$(grep -c 'Nothing has changed; choose something else.' \
    "$work/out")" = 5 ]
input '1
6
7
quit
'
run play --seed t -o first_player=white -v "$work/trap.lua" \
    --events "$work/events2" --save "$work/well.record"
same "$work/events1" "$work/events2"
holds [ "$(wc -l <"$work/trap.record")" = "$(wc -l <"$work/well.record")" ]

a 'a traceback is shown when it is asked for'
input '1
1
quit
'
run play --seed t -v "$work/trap.lua" --verbose --width 200
prints 'trap.lua:19: in the function of line'
input '1
1
quit
'
run play --seed t -v "$work/trap.lua"
holds sh -c "! grep -q 'in the function' '$work/out'"

a 'scripts cannot write to the terminal but words'
input 'quit
'
run play --seed t -v "$work/trap.lua"
prints 'House rule trap: A?[31mtrap.'
holds sh -c "! grep -q '$(printf '\033')' '$work/out'"

cat >"$work/dead-end.lua" <<'END'
local step    = require "castled.step"
local variant = require "castled.variant"
return variant {
  name = "dead-end", title = { en = "Dead end" }, summary = { en = "Ends." },
  needs = { api = 1, game = "castle" },
  steps = { before = { place_follower = step.automatic {
    name = "dead_end",
    apply = function(game)
      if game.turn >= 3 then error("a dead end") end
    end,
  } } },
}
END

a 'a game that cannot go on says so, and its record is whole'
run play --seed t -v "$work/dead-end.lua" --save "$work/broken.record" \
    --events "$work/events1"
status 2
prints 'The game cannot go on: step '
prints 'dead-end.lua:9: a'
prints 'Nobody wins, since the rules failed: '
prints "Its record is whole: $work/broken.record"
holds grep -q '"winner":null,"reason":"broken"}' "$work/events1"

a 'a game by a house rule in a file goes on by a word of whoever trusts it'
run play --resume "$work/broken.record"
status 2
says "other scripts than those that are here: $work/dead-end.lua; --saved-rules"
run play --resume "$work/broken.record" --saved-rules
status 2
prints 'The game cannot go on'
input '1
quit
'
run play --seed t -v "$work/dead-end.lua" --save "$work/left.own"
prints "To go on: castled play --resume $work/left.own --saved-rules"
input 'quit
'
run play --resume "$work/left.own" --saved-rules
status 0
prints "To go on: castled play --resume $work/left.own --saved-rules"

a 'scripts that came with a record are not run by its word'
mkdir -p "$work/around/x"
cp -r ../../scripts/castle "$work/around/x/castle"
(cd "$work/around" && printf 'quit\n' | "$castled" play --game x/castle \
    --save g.record) >"$work/out" 2>"$work/err"
(cd "$work/around" && "$castled" play --resume g.record) >"$work/out" \
    2>"$work/err" </dev/null
result=$?
status 2
says 'other scripts than those that are here: x/castle/'
says '--saved-rules runs those in the record'
prints_nothing

a 'rules of a file are tried first, and what fails in a game at random is told'
input 'quit
'
for bad in state-fraction term-count; do
    run play --seed t --variant "../variants/$bad.lua"
    prints 'Something is wrong with these rules: a game by random choices has'
    prints "../variants/$bad.lua"
done
run play --seed t --variant ../variants/texts.lua
status 0
holds sh -c "! grep -q 'Something is wrong' '$work/out'"
run play --seed t --language es --variant ../variants/term-count.lua
prints 'Algo falla en estas reglas: una partida con decisiones al azar ha'

a 'rules that remember something outside of the game are refused before it'
run play --seed t --variant ../variants/remembers.lua --record "$work/r.record"
status 2
says '../variants/remembers.lua: the game came to something else'
prints_nothing
holds [ ! -e "$work/r.record" ]

a 'a choice that no record can hold is refused when it is asked'
run play --seed 7 --variant ../variants/choice-fraction.lua --save "$work/f.record"
status 2
says "choice 2 has a number that is not an integer: share is 1.5"
holds [ ! -e "$work/f.record" ]

a 'a winner whom there is not takes no scores along'
run play --seed 1 --players random,random \
    --variant ../variants/no-such-winner.lua
status 2
prints "The game cannot go on: ../variants/no-such-winner.lua:13: the rule"
prints 'Nobody wins, since the rules failed: White 8, Black 7.'

a 'a game goes on by its own rules, when other scripts are here, if that is wanted'
sed 's/>= 3/>= 300/' "$work/dead-end.lua" >"$work/mended.lua"
mv "$work/mended.lua" "$work/dead-end.lua"
run play --resume "$work/broken.record"
status 2
says "other scripts than those that are here: $work/dead-end.lua; --saved-rules"
prints_nothing
run play --resume "$work/broken.record" --saved-rules
status 2
prints 'The game cannot go on: step '
input '1
quit
'
run play --seed t -v "$work/dead-end.lua" --save "$work/gone.record"
rm "$work/dead-end.lua"
run play --resume "$work/gone.record"
status 2
says 'it was played by other scripts than those that are here'
run play --resume "$work/gone.record" --saved-rules
status 0
prints 'House rule dead-end: Dead end.'
prints 'Where the points came from:'

a 'scripts that are wrong are refused with file and line'
echo 'return variant {' >"$work/syntax.lua"
run play -v "$work/syntax.lua"
status 2
says 'syntax.lua:2: '
prints_nothing
echo 'while true do end' >"$work/loop.lua"
run play -v "$work/loop.lua"
status 2
says 'loop.lua:1: the script used up its'
echo 'return string.rep("x", 1000000000)' >"$work/huge.lua"
run play -v "$work/huge.lua"
status 2
says 'huge.lua:1: '
echo 'return 5' >"$work/five.lua"
run play -v "$work/five.lua"
status 2
says 'five.lua'
prints_nothing

a 'what cannot be chosen together, or is not there, is refused'
run play -v germain
status 2
says "there is no variant 'germain'"
run play -v rgg -v german
status 2
says "variants 'german' and 'rgg' are both of the group 'path-scoring'"
run play -o first_player=purple
status 2
says "the option 'first_player' cannot be 'purple'"
run play -o colour=red
status 2
says "there is no option 'colour'"
run play --players human
status 2
says '--players wants 2 of them'
run play --players human,robot
status 2
says "there is no player 'robot'; there is: human, random, steward"
run play --language de
status 2
says '--language must be one of en, es'
run play --width 3
status 2
says '--width must be a whole number from 40'
run play --seed "$(printf '%0200d' 0)"
status 2
says 'a seed'
run play more
status 2
says "takes no argument 'more'"

a 'Spanish, by option or by locale'
input '99
1
7
quit
'
run play --seed t -o first_player=white --language es
status 0
prints 'Sin reglas de la casa.'
prints 'Blancas: ¿dónde va c43?'
prints '«99» no es posible.'
prints 'Blancas colocan c43 en 3,0.'
prints 'Blancas: ¿un seguidor en esta loseta?'
prints ' 7: ningún seguidor'
cp "$work/out" "$work/first"
input '99
1
7
quit
'
LC_ALL=es_MX.UTF-8 run play --seed t -o first_player=white
same "$work/out" "$work/first"
run play --seed a --language es
prints 'Ganan Blancas: Blancas '
prints 'Todo lo que salió vino de la semilla a: todo encaja.'
prints '  en total '
holds sh -c "! grep -E ' (the|wins|points|tile) ' '$work/out'"

a 'orders are known in Spanish too'
input 'ayuda
1
deshacer
salir
'
run play --seed t --language es
prints 'deshacer (d)      retirar la última jugada'
prints 'Deshecho.'
prints 'Sin guardar: no se puede retomar.'

a 'lines are as wide as one likes'
run play --seed a --width 40 --board never
holds [ "$(sed 's/[^ -~]/x/g' "$work/out" | awk '/^(White|Black|The) / &&
    length($0) > 40' | wc -l)" = 0 ]
for width in 60 62; do
    input 'quit
'
    run play --seed x --width "$width" --board always
    prints '. . P . .'
    holds [ "$(sed 's/·/x/g' "$work/out" |
        awk -v width="$width" 'length($0) > width' | wc -l)" = 0 ]
done
prints '·    ·    ·       . . P . .' # there is room for it beside the map

a 'the map when it is wanted'
input 'quit
'
run play --seed t -o first_player=white --board always
prints '     0    1    2    3    4    5    6    7    8     Turn 1, 59 tiles left.'
prints '7    ·                           . . P . .'
input 'quit
'
run play --seed t --board never
holds sh -c "! grep -q '·' '$work/out'"

a 'colours only where they are wanted'
run play --seed a --color always
holds grep -q "$(printf '\033\\[31m')T" "$work/out"
run play --seed a
holds sh -c "! grep -q '$(printf '\033')' '$work/out'"

a 'at a terminal the game is saved by itself, and asked before a turn ends'
input '1
7
n
3

quit
y
'
run_typed play --seed t -o first_player=white --players human,human
status 0
prints 'Saved after every choice in'
prints "$work/state/castled/castle-"
prints 'With this the turn is over and cannot be taken back: no follower.'
prints 'Enter: yes, u: undo, n: choose again >'
prints 'White places a merchant in the court at 3,0.'
prints 'Leave it? (y/n) >'
holds sh -c "grep -q '\"role\":\"merchant\"' '$work'/state/castled/*.record"

a 'the last saved game goes on'
input 'quit
y
'
run_typed play --resume last
status 0
prints 'Resumed after 2 choices'
prints 'To go on: castled play --resume'

a 'at a terminal undo is asked for too'
input '1
4
u
quit
n
quit
y
'
run_typed play --seed t -o first_player=white
status 0
prints 'Taken back.'
prints 'The game goes on.'

a 'at a terminal each person is asked once what goes into the shuffle'
input '3 5 # 1

quit
y
'
run_typed play --players human,human --width 120
status 0
prints 'White: what do you put into the shuffle? Enter: from this machine'
prints 'Black: what do you put into the shuffle? Enter: from this machine'
prints "White: puts '3 5 # 1' into the shuffle."
prints "Black: puts this machine's randomness into the shuffle."
prints 'Write it down if you like'
record=$(grep -l '3 5 # 1' "$work"/state/castled/*.record)
holds grep -q '"text":"3 5 # 1"' "$record"
holds [ "$(stat -c %a "$record.secret")" = 600 ]
input 'quit
y
'
run_typed play --resume last
status 0
holds sh -c "! grep -q 'what do you put' '$work/out'"
prints 'Its lock:'

a 'at a terminal bots are not asked, nor who has given on the command line'
input "$(printf '%0300d' 0)
Salud
salir
s
"
run_typed play --players steward,human --language es --width 120
status 0
prints 'Negras: ¿qué pones en la mezcla?'
prints 'Es demasiado largo'
prints 'Negras: en la mezcla, «Salud».'
prints 'Blancas: un programa, no pone nada en la mezcla.'
holds sh -c "! grep -q 'Blancas: ¿qué pones' '$work/out'"
input 'quit
y
'
run_typed play --players human,steward --contribute dice --width 120
status 0
holds sh -c "! grep -q 'what do you put' '$work/out'"
prints "White: puts 'dice' into the shuffle."

a 'in Spanish all that is said to a player says usted'
input '?
x
quit
'
run play --language es --contribute '3 5' --players human,steward
for wrong in 'Escribe' 'Apúntalo' 'elige otra' ' tu ' 'quieres'; do
    holds sh -c "! grep -q '$wrong' '$work/out'"
done
prints 'Escriba ? para ver la ayuda.'
