# castled rules

a 'without a name: games, variants, options, rules, steps'
run rules
status 0
says_nothing
prints 'Carcassonne: The Castle'
prints 'group path-scoring: one at most; with none, it is rgg'
prints '  german '
prints 'start_space_matches'
prints 'Rules that a variant can replace'
prints '  path_points '
prints '  place_follower '

a 'lines are 79 characters at most, without colours'
holds awk 'length($0) > 79 { exit 1 }' "$work/out"
holds sh -c "! grep -q '$(printf '\033')' '$work/out'"

a 'a terminal gets colours'
TERM=xterm script -qc "'$castled' rules german" "$work/typed" \
    </dev/null >/dev/null
holds grep -q "$(printf '\033\\[1m')" "$work/typed"

a 'a rule tells who can replace it'
run rules incomplete_path_points
status 0
prints 'CS-64'
prints 'can be replaced by: german'

a 'a variant tells what it changes'
run rules german
status 0
prints 'CS-80'
prints 'replaces: incomplete_path_points'
run rules strict-keep
prints 'sets: open_start_spaces_count = false'

a 'a group, an option, a step, a number'
run rules path-scoring
prints '  german '
prints '  rgg '
run rules start_space_matches
prints 'true, false; default true'
run rules place_follower
prints 'asks a player'
run rules CS-54
prints '  path_points '
prints '  score_feature '

a 'with --variant: who replaces what'
run rules --variant german incomplete_path_points
status 0
prints 'here replaced by: german'
run rules --variant strict-keep open_start_spaces_count
prints 'here false'

a 'titles in Spanish'
run rules --language es german
status 0
prints 'las fuentes no cuentan'

a 'a language that there is not'
run rules --language fr
status 2
says "--language must be en or es, not 'fr'"

a 'an unknown name is answered with near ones'
run rules strict-kep
status 2
prints_nothing
says "did you mean 'strict-keep'?"

a 'a name that is near to nothing'
run rules xyzzy
status 2
says "'xyzzy'"
says "'castled rules' lists all names"

a 'two names'
run rules german rgg
status 2
says "what is 'rgg'?"

a 'an unknown game'
run rules --game palace
status 2
says "there is no game 'palace'"

a '--json has all of it'
run rules --json
status 0
json game castle
json title.en 'Carcassonne: The Castle'
json seats 2
json chosen 0
hash=$(lua5.4 json.lua rules_hash <"$work/out")
json groups.1.name path-scoring
json groups.1.default rgg
json games.1 castle
holds sh -c "[ $(lua5.4 json.lua rules <"$work/out") -gt 20 ]"
holds sh -c "[ $(lua5.4 json.lua steps <"$work/out") -gt 10 ]"

a 'the hash of the rules is that of a record of them'
run rules
prints 'The hash of these scripts, as records name it'
prints "  $hash"
run play --seed 1 --record "$work/game.record"
run verify "$work/game.record"
status 0
prints "hash the opening names: $hash"
run rules --json --variant strict-keep
holds [ "$(lua5.4 json.lua rules_hash <"$work/out" | wc -c)" = 65 ]
holds [ "$(lua5.4 json.lua rules_hash <"$work/out")" != "$hash" ]

a '--json of one name'
run rules --json --variant german incomplete_path_points
status 0
json chosen.1 german
json variants 0
json rules 1
json rules.1.name incomplete_path_points
json rules.1.numbers.1 CS-64
json rules.1.replaced_by.1 german
json rules.1.replaceable_by.1 german

# A variant with one change of each kind.
cat >"$work/all-kinds.lua" <<'END'
local rule    = require "castle.placing"
local step    = require "castled.step"
local variant = require "castled.variant"

local bell = step.automatic {
  name = "ring_the_bell", rules = { "X-1" }, apply = function() end,
}

return variant {
  name    = "all-kinds",
  numbers = { "X-1", "X-2" },
  title   = { en = "All kinds", es = "De todo" },
  summary = { en = "One change of each kind.", es = "Un cambio de cada tipo." },
  needs   = { api = 1, game = "castle" },
  options = { bell = { type = "integer", min = 1, max = 3, default = 2,
                       title = { en = "Bell", es = "Campana" } } },
  set     = { start_space_matches = false },
  rules   = { house_points = function(super, ...) return super(...) end },
  steps   = { replace = { place_tile = rule.place_tile },
              before = { extra_turn = bell } },
}
END

a 'a variant by its file'
run rules "$work/all-kinds.lua"
status 0
prints 'All kinds (chosen)'
prints 'One change of each kind.'
prints 'X-1, X-2'
prints 'replaces: house_points'
prints 'steps: replaces place_tile; adds ring_the_bell before extra_turn'
prints 'sets: start_space_matches = false'
prints 'brings options: bell'

a 'the same as JSON'
run rules --json "$work/all-kinds.lua"
status 0
json variants.1.name all-kinds
json variants.1.chosen true
json variants.1.rules.1 house_points
json variants.1.steps.1.name place_tile
json variants.1.steps.1.how replace
json variants.1.steps.2.name ring_the_bell
json variants.1.steps.2.how before
json variants.1.steps.2.before extra_turn
json variants.1.sets.start_space_matches false
json variants.1.options.1 bell
json variants.1.tiles 0
json variants.1.plan false

a 'more tiles, another plan'
cat >"$work/larger.lua" <<'END'
local variant = require "castled.variant"

return variant {
  name    = "larger",
  title   = { en = "Larger", es = "Mayor" },
  summary = { en = "More tiles, a square.", es = "Más losetas, un cuadrado." },
  needs   = { api = 1, game = "castle" },
  tiles   = { { name = "x1", picture = "..P....P....P....P....P.." },
              { name = "x2", picture = "..P..T.P..TTP..T.P....P.." } },
  plan    = {
    rows = { "oooooooooo", "oooooooooo", "oooooooooo", "oooooooooo",
             "oooooooooo", "oooooooooo", "oooooooooo", "oooooooooo" },
    starts = { { number = 6, x = 0, y = 7, side = "west", letters = "..P.." } },
  },
}
END
run rules "$work/larger.lua"
status 0
prints 'brings 2 tiles more'
prints 'brings another plan'
run rules --json "$work/larger.lua"
json variants.1.tiles 2
json variants.1.plan true

a 'an option and a step of a variant'
run rules --variant "$work/all-kinds.lua" --option bell=3 bell
status 0
prints '1 to 3; default 2; here 3'
run rules --variant "$work/all-kinds.lua" ring_the_bell
prints 'here of the variant all-kinds'

a 'an option out of its range'
run rules --variant "$work/all-kinds.lua" --option bell=4
status 2
says "'bell'"
says '1 to 3'

a 'a variant of a file is tried, and what a game would come to is told'
for bad in remembers state-fraction term-count; do
    run rules --variant "../variants/$bad.lua"
    status 1
    says "castled rules: a game by random choices fails: "
    says "../variants/$bad.lua:"
    prints 'Rules that a variant can replace'
done
run rules --variant ../variants/texts.lua
status 0
says_nothing

a 'a broken variant among the installed ones is shown, and is an error'
mkdir "$work/root"
cp -r ../../scripts ../../variants "$work/root"
echo 'return {' >"$work/root/variants/castle/ajar.lua"
CASTLED_ROOT=$work/root
export CASTLED_ROOT
run rules
status 1
prints '  ajar'
prints 'cannot be used: variants/castle/ajar.lua:2:'
prints '  german '
run rules --json
status 1
json variants.1.name ajar
run rules --variant ajar
status 2
says 'variants/castle/ajar.lua:2:'
prints_nothing
unset CASTLED_ROOT
