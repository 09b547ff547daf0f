# castled scenario

mkdir "$work/castle"

# The lines of $2 as a file of scenarios cannot be played: line $3 says $4.
broken() {
    a "$1"
    printf '%s\n' "$2" >"$work/castle/broken.scenario"
    run scenario "$work/castle/broken.scenario"
    status 2
    says "broken.scenario:$3: $4"
}

# The lines of $2 are a scenario that does not hold: line $3, and $4.
fails() {
    a "$1"
    printf '%s\n' "$2" >"$work/castle/fails.scenario"
    run scenario "$work/castle/fails.scenario"
    status 1
    prints "fails.scenario:$3: does not hold: "
    prints "$4"
}

a '--help'
run scenario -h
status 0
prints 'usage: castled scenario'
run scenario --help
status 0
prints 'usage: castled scenario'
says_nothing

a 'no files'
run scenario
status 2
says 'castled scenario: which files?'

a 'a file that is not there'
run scenario "$work/nowhere.scenario"
status 2
says "nowhere.scenario': No such file"

a 'a folder without scenarios'
mkdir "$work/empty"
run scenario "$work/empty"
status 2
says 'ends in .scenario'

cat >"$work/castle/good.scenario" <<'END'
The first title
  proves: CS-20
  turn: white
  white lays c21 at 3,0
  then tile_placed player white tile c21

# A comment.
The second title
  turn: black
  black lays c21 at 3,0   # and another
  then white: supply 6
END

a 'all scenarios of a folder'
run scenario "$work/castle"
status 0
prints 'castle/good.scenario: 2 of 2 hold'
prints '2 passed, 0 failed'
says_nothing

a 'a line for each scenario'
run scenario --verbose "$work/castle/good.scenario"
status 0
prints 'good.scenario:1: holds: The first title'
prints 'good.scenario:8: holds: The second title'

a 'the folder above names the game too'
run scenario "$work"
status 0
prints '2 passed, 0 failed'

a '--json'
run scenario --json "$work/castle/good.scenario"
status 0
json passed 2
json failed 0
json scenarios.2.title 'The second title'
json scenarios.2.line 8
json scenarios.2.result passed

a 'what does not hold: line, expectation, events, board'
cat >"$work/castle/wrong.scenario" <<'END'
It holds
  turn: white
  white lays c21 at 3,0
  then next: white place_follower

It does not hold
  turn: white
  white lays c21 at 3,0
  white chooses herald
  then follower_placed player black
  then nobody wins
END
run scenario "$work/castle/wrong.scenario"
status 1
prints 'wrong.scenario:10: does not hold: It does not hold'
prints '  expected: then follower_placed player black'
prints '  happened: it has not happened'
prints '      follower_placed player white x 3 y 0 kind path role herald at 2,0'
prints '. . w . .'
prints 'wrong.scenario: 1 of 2 hold'
prints '1 passed, 1 failed'
says_nothing

a 'the same as JSON'
run scenario --json "$work/castle/wrong.scenario"
status 1
json failed 1
json scenarios.2.result failed
json scenarios.2.failed_line 10
json scenarios.2.expected 'then follower_placed player black'

rm "$work/castle/wrong.scenario"

fails 'what may not be laid, and where it may' 'T
  turn: white
  white lays c21 at 3,0 turned 1
  then nobody wins' 3 'white may not lay c21 there: what must go on across an edge would not'

fails 'another refusal than the one expected' 'T
  turn: white
  draw c21
  then white may not lay c21 at 4,1: there is no space' 4 'it reads: no tile and no start space is beside it'

fails 'a refusal that is none' 'T
  turn: white
  draw c21
  then white may not lay c21 at 3,0' 4 'it is offered'

fails 'a choice that is not offered, and those that are' 'T
  turn: white
  white lays c21 at 3,0
  white chooses squire
  then nobody wins' 4 'white may choose: merchant column 0 row 0, herald column 2 row 0,'

fails 'a choice that is two' 'T
  turn: white
  white lays c21 at 3,0
  white chooses merchant
  then nobody wins' 4 'more than one choice is meant by it'

fails 'more choices than expected' 'T
  turn: white
  white lays c21 at 3,0
  then white may only choose herald, pass' 4 'more is offered'

fails 'a player who is not asked' 'T
  turn: white
  white lays c21 at 3,0
  black chooses pass
  then nobody wins' 4 'black is not asked: white is asked place_follower'

fails 'a tile that is not drawn now' 'T
  turn: white
  draw c21
  draw c22
  then nobody wins' 4 'it is not drawn now: white is asked place_tile'

fails 'another tile than the one drawn' 'T
  turn: white
  draw c21
  white lays c22 at 3,0
  then nobody wins' 4 'c21 was drawn, not c22'

fails 'an event that came before another' 'T
  turn: white
  white lays c21 at 3,0
  then tile_placed
  then tile_drawn' 5 'it has happened, but before what the line above asks for'

fails 'an event that must not be' 'T
  turn: white
  white lays c21 at 3,0
  then no tile_placed player white' 4 'event 2 of the step is one'

fails 'what a player has' 'T
  white: score 3
  turn: white
  then white: score 4' 4 'happened: white: score 3'

fails 'what the table has' 'T
  turn: white
  then table: left.castle_tiles 59' 3 'happened: table: left.castle_tiles 60'

fails 'a follower' 'T
  c21 at 3,0
  turn: white
  then white on path at 3,0' 4 'no follower of this player stands there'

fails 'what comes next' 'T
  turn: white
  then next: white place_tile' 3 'draw_tile waits for an item of castle_tiles'

fails 'who wins' 'T
  white: score 1
  turn: white
  final scoring
  then black wins' 5 'happened: white wins'

fails 'a winner before the end' 'T
  turn: white
  then nobody wins' 3 'the game is not over'

fails 'variants that are not refused' 'T
  with: german
  refused: anything' 3 'it is not refused'

fails 'variants that are refused for another reason' 'T
  with: german, rgg
  refused: another reason' 3 'it is refused so: '

broken 'a file without a scenario' '# Nothing.' 1 \
    'no scenario is in this file'

broken 'a scenario without a title' '  turn: white' 1 \
    'a scenario starts with its title, which is not indented'

broken 'a scenario that expects nothing' 'T
  turn: white
  draw c21' 1 'nothing must follow in this scenario'

broken 'a line that nobody knows' 'T
  turn: white
  white goes home
  then nobody wins' 3 "what is 'white goes home'? A line is one of"

broken 'an expectation that nobody knows' 'T
  turn: white
  then' 3 'then what? A line is one of'

broken 'nobody is on turn' 'T
  c21 at 3,0
  then nobody wins' 1 "whose turn is it? 'turn: SEAT' is missing"

broken 'whose turn it is, twice' 'T
  turn: white
  turn: black
  then nobody wins' 3 'whose turn it is was said already'

broken 'a table that is set while the game is played' 'T
  turn: white
  draw c21
  white: score 3
  then nobody wins' 4 'what lies on the table stands before the first step'

broken 'a tile that is laid down while the game is played' 'T
  turn: white
  draw c21
  c22 at 3,0
  then nobody wins' 4 'what lies on the table stands before the first step'

broken 'a place without coordinates' 'T
  c21 at home
  turn: white
  then nobody wins' 2 "a place is 'at X,Y', or 'at X,Y turned N' with N from 0 to 3"

broken 'too many turns' 'T
  turn: white
  white lays c21 at 3,0 turned 4
  then nobody wins' 3 "a place is 'at X,Y', or 'at X,Y turned N' with N from 0 to 3"

broken 'words behind the end' 'T
  c21 at 3,0 turned 1 twice
  turn: white
  then nobody wins' 2 "nothing can follow here: 'twice'"

broken 'a board without columns' 'T
  board:
    c21
  turn: white
  then nobody wins' 3 'a board starts with the x of each column'

broken 'a row with too many spaces' 'T
  board:
       3
    0  c21 c22
  turn: white
  then nobody wins' 4 'this row has 2 spaces, but the board 1 columns'

broken 'a tile that there is not' 'T
  c99 at 3,0
  turn: white
  then nobody wins' 2 "there is no tile 'c99'; the tiles are c01 to c60"

broken 'a tile twice' 'T
  c21 at 3,0
  c21 at 3,1
  turn: white
  then nobody wins' 3 'c21 lies at 3,0 already'

broken 'a tile that may not lie there' 'T
  c21 at 3,0 turned 1
  turn: white
  then nobody wins' 2 'c21 may not lie at 3,0 turned 1: what must go on'

broken 'a tile apart from all others' 'T
  c21 at 3,0
  c22 at 5,2
  turn: white
  then nobody wins' 3 'c22 may not lie at 5,2 turned 0: no tile and no start'

broken 'a player whom there is not' 'T
  turn: green
  then nobody wins' 2 "there is no player 'green'; there are: white, black"

broken 'a follower without a tile' 'T
  white on path at 3,0
  turn: white
  then nobody wins' 2 'no tile lies at 3,0'

broken 'a follower on what is no kind' 'T
  c21 at 3,0
  white on road at 3,0
  turn: white
  then nobody wins' 3 "nothing on a tile is called 'road'; there are: path, tower, house, court"

broken 'a follower on what the tile has not' 'T
  c21 at 3,0
  white on tower at 3,0
  turn: white
  then nobody wins' 3 'tile c21 has no tower'

broken 'a follower on one of two courts' 'T
  c21 at 3,0
  white on court at 3,0
  turn: white
  then nobody wins' 3 "tile c21 has more than one court; which: 'column 0 row 0' 'column 3 row 0'?"

broken 'a follower on a letter that names nothing' 'T
  c21 at 3,0
  white on court at 3,0 column 1 row 1
  turn: white
  then nobody wins' 3 "tile c21 has no such court; it has 'column 0 row 0' 'column 3 row 0'"

broken 'a supply that is too large' 'T
  c21 at 3,0
  white on path at 3,0
  white: supply 6
  turn: white
  then nobody wins' 4 'the supply of white is from 0 to 5, since 1 stand on the board'

broken 'more followers than there are' 'T
  c20 at 6,0
  c43 at 3,0
  white on tower at 6,0
  white on house at 6,0
  white on court at 6,0 column 0 row 0
  white on court at 6,0 column 3 row 0
  white on court at 6,0 column 1 row 3
  white on path at 3,0 column 2 row 0
  white on path at 3,0 column 2 row 3
  turn: white
  then nobody wins' 10 'white has no followers left'

broken 'what nobody has' 'T
  green: score 3
  turn: white
  then nobody wins' 2 "there is no 'green' here; there are: white, black, table, castle_tiles, wall_tiles"

broken 'a word that the game does not know' 'T
  white: points 3
  turn: white
  then nobody wins' 2 "there is no preset 'points' for a seat; there are: keep, score, supply, turn, wall_tiles"

broken 'a value that the game refuses' 'T
  white: wall_tiles 10
  turn: white
  then nobody wins' 2 'scripts/castle/given.lua'

broken 'an item that a pile has not' 'T
  castle_tiles: c21 c99
  turn: white
  then nobody wins' 2 "'c99' is not left in the pile 'castle_tiles'"

broken 'a draw of what there is not' 'T
  turn: white
  draw c99
  then nobody wins' 3 "no pile has an item 'c99'; the piles are: castle_tiles (c01, ...), wall_tiles (1a, ...)"

broken 'a draw of what was drawn' 'T
  c21 at 3,0
  turn: white
  draw c21
  then nobody wins' 4 "'c21' is not left in castle_tiles; there are: c01"

broken 'an event that there is not' 'T
  turn: white
  then tile_eaten player white' 3 "there is no event 'tile_eaten'"

broken 'a field that the event has not' 'T
  turn: white
  then no tile_placed colour white' 3 "the event tile_placed has no field 'colour'; it has: player tile x y turns"

for word in 'player white square 3' 'tile c21 square' 'x 3 square' \
    'square 3' 'at 3,0'; do
    broken "a field that the event has not, after a value: $word" "T
  turn: white
  white lays c21 at 3,0
  then no tile_placed $word" 4 'the event tile_placed has no field '
done

broken 'a field that the event has not, where one is expected' 'T
  turn: white
  white lays c21 at 3,0
  then tile_placed player white square 3' 4 "the event tile_placed has no field 'square'"

broken 'a field without a value' 'T
  turn: white
  then no tile_placed player' 3 'what is the player of tile_placed?'

broken 'an event of a player whom there is not' 'T
  turn: white
  then no tile_placed player green' 3 "there is no player 'green'"

broken 'what the view does not show' 'T
  turn: white
  then white: points 3' 3 "white has no 'points'; it has: "

broken 'a step that there is not' 'T
  turn: white
  then next: white goes_home' 3 "there is no step 'goes_home'; there are: first_player, "

broken 'what may not be chosen' 'T
  turn: white
  then white may not choose pass' 3 "what may not be chosen is said by what may be"

broken 'a variant that there is not' 'T
  with: germain
  turn: white
  then nobody wins' 2 "there is no variant 'germain'"

broken 'variants that do not fit together' 'T
  with: german, rgg
  turn: white
  then nobody wins' 2 "variants 'german' and 'rgg' are both of the group"

broken 'an option out of range' 'T
  with: first_player=green
  turn: white
  then nobody wins' 2 "the option 'first_player' cannot be 'green'; it can be"

broken 'a game that there is not' 'T
  game: chess
  turn: white
  then nobody wins' 2 "there is no game 'chess'"

# What `play` refuses, a scenario refuses, in the same words.
variants=$(cd ../variants && pwd)
broken 'a state that cannot be written down' "T
  with: $variants/state-fraction.lua
  turn: white
  white lays c21 at 3,0
  white chooses pass
  then white: score 0" 5 "$variants/state-fraction.lua: step 'remember': the game's state has a number that is not an integer: game.players[1].bonus is 0.5"

broken 'a choice that cannot be written down' "T
  with: $variants/choice-fraction.lua
  turn: white
  draw c21
  then white may choose share 1" 4 "$variants/choice-fraction.lua: step 'z': choice 2 has a number that is not an integer: share is 1.5"

broken 'a script that remembers something' "T
  with: $variants/remembers.lua
  turn: white
  white lays c12 at 3,0 turned 1
  white chooses knight
  then feature_scored player white points 1" 5 "$variants/remembers.lua: the game came to something else"

cat >"$work/castle/told.scenario" <<END
A feature and its id are the same in an event
  with: $variants/event-feature.lua
  turn: white
  white lays c21 at 3,0
  then looked_at by feature spaces 3,0
  then looked_at by id spaces 3,0
END
a 'an event may have a feature by its id'
run scenario "$work/castle/told.scenario"
status 0
rm "$work/castle/told.scenario"

cat >"$work/castle/first.scenario" <<END
A step in front of the turn's first that asks nobody
  with: $variants/asks-nobody.lua
  turn: white
  then table: left.castle_tiles 60
  then next: draw_tile

One that asks, by what lies on the table
  with: $variants/asks-first.lua
  turn: black
  then next: draw_tile
  black lays c21 at 3,0
  black chooses pass
  then next: white think
  white chooses pass
  then next: draw_tile

The final scoring comes where a turn could begin, also there
  with: $variants/asks-first.lua
  white: wall_tiles 9
  turn: black
  black lays c21 at 3,0
  black chooses pass
  then next: white think
  final scoring
  then final_scored player white reason wall_tile_9 points 5
END
a 'a turn begins where its first step stands, also where that asks nobody'
run scenario "$work/castle/first.scenario"
status 0
prints '3 passed, 0 failed'
rm "$work/castle/first.scenario"

a 'bytes that are no text'
printf 'T\n  turn: \377\n' >"$work/castle/broken.scenario"
run scenario "$work/castle/broken.scenario"
status 2
says 'broken.scenario: this is not UTF-8 text'

a 'a broken scenario does not hide the others'
rm "$work/castle/fails.scenario"
run scenario "$work/castle"
status 2
prints 'good.scenario: 2 of 2 hold'
prints '2 passed, 0 failed, 1 could not be played'

a 'a script that breaks, with its line'
cat >"$work/castle/bad.lua" <<'END'
local variant = require "castled.variant"

return variant {
  name = "bad", needs = { api = 1, game = "castle" },
  title = { en = "Bad" }, summary = { en = "It breaks." },
  rules = {
    house_points = function() error("no points today") end,
  },
}
END
cat >"$work/castle/broken.scenario" <<'END'
A variant by its path from the file
  with: ./bad.lua
  turn: white
  white lays c11 at 3,0 turned 1
  white chooses squire
  then nobody wins
END
run scenario "$work/castle/broken.scenario"
status 2
says 'broken.scenario:5: '
says 'bad.lua:7: no points today'

broken 'a line that is not indented is no title' 'T
  turn: white
draw c21
  then next: white place_tile' 3 "'draw c21' is not indented, as a title is"

broken 'a key in other letters' 'T
  Turn: white
  draw c21
  then next: white place_tile' 2 "what is 'Turn:'? It is written 'turn:'"

broken 'a blank behind the comma of a place' 'T
  turn: white
  white lays c21 at 3, 0
  then nobody wins' 3 "a place has no blank behind its comma: 'at 3,0'"

broken 'who wins' 'T
  turn: white
  then white win' 3 "what is 'win'? It is 'then white wins'"
