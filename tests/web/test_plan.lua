-- A new game's plan: what a form changes, and what is asked for.

local check    = require "check"
local html     = require "web.html"
local make     = require "web.new_game_form"
local new_game = require "castled.new_game"
local plans    = require "web.new_game_plan"
local shared   = require "web.shared"
local wording  = require "castled.wording"

local description = check.description()
local options = description.options

local function read(values, plan)
  plan = plan or plans.new(description, "s")
  plans.read(plan, values, description, options)
  return plan
end

local function created(values)
  return plans.create(read(values), description, options)
end

local SLOW = { choice_s = 259200 }
check.equal("as it is", created {},
            { game = "castle", players = { "held", "human" }, public = true,
              clock = SLOW })
check.equal("all of it", created {
  own = "2", ["player:1"] = "steward", ["group:path-scoring"] = "german",
  ["group:wall-pickup"] = "end-of-move-pickup", ["variant:no-stacking"] = true,
  ["variant:strict-keep"] = false, ["option:first_player"] = "black",
  ["option:start_space_matches"] = false, clock = "game", game_s = "300",
  increment_s = "5", order = "open", seed = "x y", public = "no",
}, { game = "castle", players = { "steward", "held" }, public = false,
     variants = { "end-of-move-pickup", "german", "no-stacking" },
     options = { first_player = "black", start_space_matches = false },
     clock = { game_s = 300, increment_s = 5 }, seed = "x y" })
check.equal("a clock for each choice", created { clock = "choice",
            choice_s = "30" }.clock, { choice_s = 30 })
check.equal("a group's default is no choice",
            created { ["group:path-scoring"] = "rgg" }.variants, nil)
check.equal("an option that is as usual is not asked for",
            created { ["option:first_player"] = "draw" }.options, nil)
check.equal("nor one that a house rule sets",
            created { ["option:start_space_matches"] = true,
                      ["variant:open-starts"] = true }.options, nil)
check.equal("watching", created { own = "0" }.players, { "human", "human" })

check.equal("changing places", read({ own = "2" },
            read { ["player:2"] = "steward" }).players[1], "steward")

-- What no form of ours says.
local plan = plans.new(description, "s")
read({ own = "7", ["player:1"] = "king", ["player:2"] = true, clock = "sand",
       choice_s = "11", game_s = {}, order = 3, seed = ("x"):rep(121),
       public = "perhaps", ["group:path-scoring"] = "no-stacking",
       ["variant:unknown"] = true, ["option:first_player"] = "red",
       ["option:nothing"] = "1", ["variant:no-stacking"] = "yes" }, plan)
check.equal("changes nothing", plans.create(plan, description, options),
            { game = "castle", players = { "held", "human" }, public = true,
              clock = SLOW })

-- The clock that nobody chose goes by who plays.
for other, clock in pairs { human = SLOW, held = SLOW, steward = false,
                            random = false } do
  check.equal("against " .. other,
              created { ["player:2"] = other }.clock or false, clock)
end
check.equal("it is chosen that there is none", created { clock = "none" }.clock, nil)
check.equal("and with a form that shows so still", plans.create(read(
            { clock = "none", public = "no" }, read { clock = "none" }),
            description, options).clock, nil)
local drawn = { clock = "choice", clock_was = "choice", ["player:2"] = "steward" }
check.equal("what a form shows is not chosen", plans.create(read(drawn), description,
            options).clock, nil)
drawn.public = "no"
local late = read(drawn, read(drawn)) -- before it was drawn anew
check.equal("however often it comes", late.clock, nil)
read({ ["player:2"] = "human" }, late)
check.equal("and people have their time", new_game.clock(late), "choice")
check.equal("what was chosen is taken back", read({ clock = "choice",
            clock_was = "choice" }, read { clock = "none", clock_was = "choice" }).clock,
            "choice")

local function problem(values, list)
  return (plans.problem(read(values), list or options))
end
check.equal("nothing", problem {}, nil)
check.equal("bots alone", problem { own = "0", ["player:1"] = "steward",
                                    ["player:2"] = "random" }, "only_bots")
check.equal("no seed", problem { order = "open", seed = " " }, "no_seed")

local number = { name = "number", type = "integer", min = 1, max = 5, default = 3,
                 title = { en = "A number" } }
for typed, expected in pairs { ["3"] = false, ["5"] = false, ["6"] = "out_of_range",
                               ["0"] = "out_of_range", ["2.5"] = "out_of_range",
                               [""] = "out_of_range", x = "out_of_range" } do
  local with = plans.new(description, "s")
  plans.read(with, { ["option:number"] = typed }, description, { number })
  check.equal("an integer '" .. typed .. "'", plans.problem(with, { number }) or false,
              expected)
end

-- The form for it.
local known = shared.new { ask = function() end, now = function() return 0 end }
local words = known:words_in("es")
local form = tostring(make.options(words, wording.new(description, "es"),
                                   plans.new(description, "s"), description,
                                   { options[1], number }))
check.that("an integer has its range", form:find('max="5" min="1"', 1, true), form)
check.that("a choice its words", form:find("por sorteo", 1, true), form)
local rules = tostring(make.rules(words, plans.new(description, "s"), description))
local _, radios = rules:gsub('type="radio"', "")
local _, boxes = rules:gsub('type="checkbox"', "")
local alone = new_game.sorted(description)
local kinds = tostring(make.clock_kind(words, plans.new(description, "s")))
check.that("a clock is sent back as it was drawn", kinds:find(
           '<input name="clock_was" type="hidden" value="choice">', 1, true), kinds)
check.equal("groups are one choice, others are boxes", radios .. " " .. boxes,
            "4 " .. #alone)
check.that("some are alone", #alone > 3)
check.that("a group's default is first",
           rules:find('checked name="group:path-scoring" type="radio" value="rgg"', 1,
                      true), rules)
-- House rules whose file cannot be loaded, and options of those that can be chosen.
local json  = require "castled.json"
local shelf = assert(json.decode(json.encode(description)))
table.insert(shelf.variants, { name = "wrong", chosen = false,
                               error = "variants/castle/wrong.lua:3: <oh>" })
table.insert(shelf.variants, { name = "longer", chosen = false, group = "",
                               title = { en = "Longer" }, summary = { en = "S." },
                               sets = {}, options = { "length" } })
table.insert(shelf.options, { name = "length", variant = "longer", type = "integer",
                              min = 1, max = 9, default = 6, value = json.null,
                              title = { en = "Length" } })
local wrong = plans.new(shelf, "s")
plans.read(wrong, { ["variant:wrong"] = true, ["broken:wrong"] = true }, shelf,
           options)
check.equal("one that is broken cannot be chosen", plans.variants(wrong, shelf), {})
rules = tostring(make.rules(known:words_in("en"), wrong, shelf))
check.that("it is shown by its file, with the reason", rules:find(
  '<input disabled name="broken:wrong" type="checkbox"><span class="option-title">'
  .. 'wrong.lua</span><span class="option-text">This house rule cannot be chosen: '
  .. "variants/castle/wrong.lua:3: &lt;oh&gt;", 1, true), rules)
local function names(list)
  local found = {}
  for index, option in ipairs(list) do
    found[index] = option.name
  end
  return table.concat(found, " ")
end
local plain = names(description.options)
check.equal("options of others are not there", names(new_game.options(shelf)), plain)
check.equal("by names", names(new_game.options(shelf, { "longer" })),
            plain .. " length")
shelf.variants[#shelf.variants].chosen = true
check.equal("or as described", names(new_game.options(shelf)), plain .. " length")

check.that("trouble disables the button",
           tostring(make.finish(words, plans.new(description, "s"), "a < b"))
           :find("a &lt; b</p><button class=\"button primary big\" disabled", 1, true))
check.that("it is markup", html.is_markup(make.public(words,
                                          plans.new(description, "s"))))
