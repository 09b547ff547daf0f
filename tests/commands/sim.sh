# castled sim

a 'tables of wins and scores'
run sim --games 20
status 0
says_nothing
prints '20 games, seed 1'
prints 'white   random '
prints 'began   seat '
prints 'A game has '

a 'as many processes as one likes, and the same output'
run sim --games 31 --jobs 1 --events "$work/events1"
cp "$work/out" "$work/out1"
run sim --games 31 --jobs 2 --events "$work/events2"
same "$work/out" "$work/out1"
same "$work/events1" "$work/events2"
run sim --games 31 --jobs 40 --events "$work/events2"
status 0
same "$work/out" "$work/out1"
same "$work/events1" "$work/events2"

a 'the same seed gives the same events in other processes'
for again in 1 2 3 4 5; do
    run sim --games 31 --jobs 3 --events "$work/events2"
    same "$work/events1" "$work/events2"
done

a 'another seed gives other events'
run sim --games 31 --seed 2 --events "$work/events2"
holds sh -c "! cmp -s '$work/events1' '$work/events2'"

a 'events are numbered, from game_started to game_over'
holds lua5.4 json.lua --events <"$work/events1"
holds [ "$(lua5.4 json.lua --events <"$work/events1")" = 31 ]
holds grep -q '"event":"game_over","scores":{"white":[0-9]*,"black":[0-9]*},' \
    "$work/events1"

a 'variants in any order, by name or by file, are the same game'
run sim --games 5 -v german -v strict-keep --events "$work/events1"
status 0
prints 'castle with german, strict-keep'
run sim --games 5 -v ../../variants/castle/strict-keep.lua -v german \
    --events "$work/events2"
status 0
same "$work/events1" "$work/events2"

a '--json'
run sim --games 20 --json --players random,random --seed abc
status 0
says_nothing
json game castle
json variants 0
json options.first_player draw
json seed abc
json asked 20
json games 20
json seats.1.seat white
json seats.2.player random
json seats.1.games 20
json began 4
holds sh -c "lua5.4 json.lua seats.1.win_share <'$work/out' | grep -q '^0\\.'"
holds sh -c "lua5.4 json.lua a_game.turns_mean <'$work/out' | grep -q '^[56]'"

a 'one game has no intervals'
run sim --games 1 --json
status 0
json seats.1.score_low null
json seats.1.score_sd null

a 'steward beats random'
run sim --games 4 --players steward,random --json
status 0
json seats.1.player steward
json seats.1.wins 4

a 'who begins can be set'
run sim --games 10 --option first_player=black --json
status 0
json options.first_player black
json began.1.games 0
json began.1.win_share null
json began.3.games 10

a 'a terminal gets a progress bar, and nobody else'
TERM=xterm script -qc "'$castled' sim --games 200" "$work/typed" \
    </dev/null >/dev/null
holds grep -q '/200 games' "$work/typed"

a 'Ctrl-C ends a run, and what was played is reported'
# What a script starts beside itself does not hear Ctrl-C, unless it is told to.
env --default-signal=INT "$castled" sim --games 1000000 \
    --events "$work/stopped" >"$work/out" 2>"$work/err" </dev/null &
process=$!
until_it_holds [ -s "$work/stopped" ]
kill -INT "$process"
wait "$process"
result=$?
status 1
says 'castled sim: stopped after '
says 'of 1000000 games'
prints 'A game has '
holds lua5.4 json.lua --events <"$work/stopped"

a 'an unknown variant is refused with those that there are'
run sim --variant germain
status 2
prints_nothing
says "there is no variant 'germain'"
says 'german'

a 'a variant that is spelled a little differently is guessed'
run sim --variant strict_keep
status 2
says "did you mean 'strict-keep'?"

a 'two variants of a group'
run sim --variant german --variant rgg
status 2
says "variants 'german' and 'rgg' are both of the group 'path-scoring'"

a 'an option out of its range, and one that there is not'
run sim --option first_player=green
status 2
says "'first_player'"
says 'white'
run sim --option first_plyer=white
status 2
says 'first_player'

a 'players: too few, too many, unknown, human'
run sim --players random
status 2
says '--players needs a word for each seat, 2 of them'
run sim --players random,random,random
status 2
says '--players needs a word for each seat, 2 of them'
run sim --players random,architekt
status 2
says "there is no player 'architekt'; there is human, random, steward"
run sim --players human,random
status 2
says 'a human cannot play here'

a 'numbers out of range'
for number in 0 -1 many 10000001 1e3 '' ' 5'; do
    run sim --games "$number"
    status 2
    says "--games must be a whole number from 1 to 10000000, not '$number'"
done
run sim --jobs 257
status 2
says '--jobs must be a whole number from 1 to 256'

a 'a seed that is too long or not UTF-8'
run sim --seed "$(printf '%0101d' 0)"
status 2
says '--seed must be a text of at most 100 bytes'
run sim --seed "$(printf '\377')"
status 2
run sim --games 1 --seed "$(printf '%0100d' 0)"
status 0

a 'an argument too many'
run sim castle
status 2
says "what is 'castle'?"

a 'a disk that is full'
run sim --games 50 --events /dev/full
status 2
prints_nothing
says "cannot write '/dev/full': No space left on device"
run sim --games 1 --events "$work/no/such/folder"
status 2
says "cannot write '$work/no/such/folder': No such file or directory"

# Writes a variant that has `$2` as one more field.
variant() {
    cat >"$work/$1.lua" <<END
local variant = require "castled.variant"
return variant {
  name = "$1", title = { en = "T", es = "T" }, summary = { en = "S", es = "S" },
  needs = { api = 1, game = "castle" },
  $2
}
END
}

a 'a syntax error: file and line, and no file of events'
variant syntax 'rules = = {}'
run sim --variant "$work/syntax.lua" --events "$work/untouched"
status 2
prints_nothing
says 'syntax.lua:5: '
holds [ ! -e "$work/untouched" ]

a 'an endless loop while loading'
variant loading 'tiles = (function() while true do end end)()'
run sim --variant "$work/loading.lua"
status 2
says 'loading.lua:5: '
says 'instructions'

a 'an endless loop in a rule: game, seed, step, file and line'
variant loop 'rules = { tower_points = function() while true do end end },'
run sim --variant "$work/loop.lua" --seed x
status 2
prints_nothing
says "castled sim: game 1 (seed 'x/1'): step 'score_feature': "
says 'loop.lua:5: '
says 'instructions'

a 'a huge string'
variant huge 'rules = { tower_points = function()
    local s = "x"; while true do s = s .. s end end },'
run sim --variant "$work/huge.lua"
status 2
says 'huge.lua:6: '
says 'memory'

a 'a file that returns no variant'
echo 'return 5' >"$work/five.lua"
run sim --variant "$work/five.lua"
status 2
says 'five.lua'

a 'a field of the wrong type'
variant type 'rules = "path_points"'
run sim --variant "$work/type.lua"
status 2
says 'type.lua'
says 'rules'

a 'a rule that returns the wrong type'
variant returns 'rules = { tower_points = function() return 7 end },'
run sim --variant "$work/returns.lua"
status 2
says "game 1 (seed '1/1'): step 'score_feature': "

a 'a script that raises is told, with its traceback under --verbose'
variant raises 'rules = { winner = function(_, first)
    return first.no.such end },'
run sim --variant "$work/raises.lua"
status 2
says 'raises.lua:6: '
holds [ "$(wc -l <"$work/err")" = 1 ]
run sim --variant "$work/raises.lua" --verbose
status 2
says 'result.lua:'
holds [ "$(wc -l <"$work/err")" -gt 2 ]

a 'the first game that fails is told, whoever plays it'
variant later 'rules = { winner = function(_, first, second)
    if first.score + second.score > 40 then error("too good") end
    return nil end },'
run sim --games 200 --jobs 1 --variant "$work/later.lua"
status 2
cp "$work/err" "$work/err1"
says 'later.lua:6: too good'
run sim --games 200 --jobs 7 --variant "$work/later.lua"
same "$work/err" "$work/err1"

a 'a game that never ends'
variant forever 'steps = { before = { next_player =
    require("castled.step").ask {
      name = "wait", player = function(game) return game.players[1] end,
      choices = function() return { { wait = true } } end,
      apply = function() end, next = function() return "wait" end } } },'
run sim --games 1 --variant "$work/forever.lua"
status 2
says "step 'wait': the game has not ended after 100000 choices and draws"
