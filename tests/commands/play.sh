# castled play

# Waits until a command holds, up to ten seconds.
until_it_holds() {
    for _ in $(seq 100); do
        "$@" 2>/dev/null && return
        sleep 0.1
    done
    wrong "does not come to hold: $*"
}

# Runs the program at a terminal, with the lines of $work/in typed.
run_typed() {
    timeout 60 script -qec "env TERM=xterm LC_ALL=C.UTF-8 NO_COLOR= \
XDG_STATE_HOME='$work/state' COLUMNS= '$castled' $*" /dev/null \
        <"$work/in" >"$work/out" 2>"$work/err"
    result=$?
    : >"$work/in"
}

a 'without input a whole game is played and explained'
run play --seed a
status 0
says_nothing
prints 'Carcassonne: The Castle'
prints 'No house rules.'
prints 'Seed a: the same seed and the same choices give the same game.'
prints 'The input has ended: steward plays on for White, Black.'
prints 'Where the points came from:'
prints '  together '
holds [ "$(grep -c ' places c[0-9][0-9] at ' "$work/out")" = 60 ]
holds sh -c "tail -n 1 '$work/out' | grep -q '^White wins: White [0-9]*, Black'"
cp "$work/out" "$work/first"

a 'the same seed gives the same transcript'
run play --seed a
same "$work/out" "$work/first"

a 'without a seed there is one from the system, which plays the game again'
run play
status 0
seed=$(sed -n 's/^Seed \([0-9a-f]*\):.*/\1/p' "$work/out")
cp "$work/out" "$work/first"
run play --seed "$seed"
same "$work/out" "$work/first"
run play
holds sh -c "! cmp -s '$work/out' '$work/first'"

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
prints 'White: herald on the path (north): 1 tile, complete.'
prints 'White places a herald on the path at 3,0.'
prints 'Not saved.'

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
run play --resume "$work/half.record" --players human,steward \
    --events "$work/events2"
status 0
prints 'Resumed after '
holds sh -c "head -n 100 '$work/events1' >'$work/events3'
head -n 100 '$work/events2' | cmp - '$work/events3'"
holds grep -q '"t":"end"' "$work/half.record"

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

a 'a disk that takes nothing ends no game'
run play --seed a --save "$work/no/folder/g.record"
status 2
prints 'Not saved: cannot write record'
prints 'White wins: '
prints 'The game could not be saved: '
run play --seed a --events /dev/full
status 2
prints 'The events could not be written: No space left on device.'
prints 'White wins: '
run play --events "$work/no/events"
status 2
says "cannot write events to '$work/no/events'"

a 'saving works again once the disk does'
"$castled" play --seed k --save "$work/late/g.record" \
    <"$work/pipe" >"$work/out" 2>"$work/err" &
process=$!
exec 8>"$work/pipe"
until_it_holds grep -q 'Not saved: ' "$work/out"
mkdir "$work/late"
echo 1 >&8
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
run play --resume "$work/broken.record"
status 2
prints 'The game cannot go on'

a 'a game goes on by its own rules, when other scripts are here, if that is wanted'
sed 's/>= 3/>= 300/' "$work/dead-end.lua" >"$work/mended.lua"
mv "$work/mended.lua" "$work/dead-end.lua"
run play --resume "$work/broken.record"
status 2
says 'it was played by other scripts than those that are here; --saved-rules'
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
prints 'Sin guardar.'

a 'lines are as wide as one likes'
run play --seed a --width 40 --board never
holds [ "$(sed 's/[^ -~]/x/g' "$work/out" | awk '/^(White|Black|The) / &&
    length($0) > 40' | wc -l)" = 0 ]

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
