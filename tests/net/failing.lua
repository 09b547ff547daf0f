-- House rules that lie on a daemon's shelf: their words come to the frontends,
-- and whoever plays by one that fails is told why.

package.path = "tests/docs/?.lua;lua/?.lua;" .. package.path

local cjson    = require "cjson"
local daemon   = require "daemon"
local frontend = require "frontend"
local json     = require "castled.json"
local page     = require "page"
local uv       = require "luv"
local wait     = require "wait"
local wire     = require "wire"
local wording  = require "castled.wording"

local PAGE = "variants/README.md"

local HEAD = [[
local step    = require "castled.step"
local players = require "castle.players"
local variant = require "castled.variant"
]]

-- The beginning of a variant that is well, unless its option says otherwise: the
-- daemon takes none into use that fails in games by random choices.
local function begin_of(name)
  return HEAD .. ([[
return variant {
  name = "%s", title = { en = "T" }, summary = { en = "S." },
  needs = { api = 1, game = "castle" }, options = { fails = {
    type = "boolean", default = false, title = { en = "F" } } },
]]):format(name)
end

-- A step of a variant, before a tile is placed.
local function with_step(name, step, before)
  return begin_of(name) .. ([[
  steps = { before = { %s = %s } },
}
]]):format(before or "place_tile", step)
end

-- What fails, by the name of its file: on whatever is chosen; and, at the
-- beginning, by a choice that is none, a limit, and chance without an end.
local FAILING = {
  bad_number = with_step("bad_number", [[step.ask { name = "z",
    player = function(game) return game.options.fails and 1 or nil end,
    choices = function() return { { a = 1.5 }, { a = 2 } } end,
    apply = function() end }]]),
  bad_answer = begin_of "bad_answer" .. [[
  rules = { may_place_follower = function(game)
    return game.options.fails and 0 or true end },
}
]],
  no_end = with_step("no_end", [[step.automatic { name = "z",
    apply = function(game) while game.options.fails do end end }]]),
  dead_end = with_step("dead_end", [[step.ask { name = "z",
    player = players.on_turn,
    choices = function() return { { a = 1 }, { a = 2 } } end,
    apply = function(game) assert(not game.options.fails, "no way") end }]],
    "place_follower"),
  no_chance = with_step("no_chance", [[step.chance { name = "z",
    draw = function(game)
      return game.options.fails and { roll = "d", sides = 6 } or nil
    end,
    apply = function() end }]]),
}

-- The same, which fails in any game.
local function always(name)
  local text = FAILING[name]:gsub('"' .. name .. '"', '"always_' .. name .. '"')
  return (text:gsub("default = false", "default = true"))
end

-- What is said of those that fail at the beginning.
local SAYS = {
  bad_number = "step 'z': choice 1 has a number that is not an integer: a is 1.5",
  no_end = "step 'z': the script used up its 20000000 instructions; is there a "
           .. "loop that does not end?",
  no_chance = "step 'z' asked for more than 1000 outcomes in a row",
}

-- The variants of the page for rule writers, as files of their names.
local function write_examples(folder)
  for block in page.read(PAGE):gmatch("\n```lua\n(.-)```") do
    local name = block:match('  name%s*=%s*"([%w-]+)"')
    page.write(folder .. "/" .. name .. ".lua", block)
  end
end

local function place_of(root, name)
  return ("%s/variants/castle/%s.lua"):format(root, name)
end

-- The same shelf with two rules only, at which a look takes no long time.
local function leave_always(root)
  assert(os.execute(("cd %s/variants/castle && ls | grep -v '^always' | xargs rm")
                    :format(root)))
end

-- A daemon with these rules on its shelf, and one connection to it.
local function start(...)
  local root = daemon.new_folder()
  local environment = { "CASTLED_ROOT=" .. root }
  assert(os.execute("cp -r scripts variants " .. root
                    .. " && ln -s $PWD/lua " .. root))
  for name, text in pairs(FAILING) do
    page.write(place_of(root, name), text)
  end
  for _, name in ipairs { "bad_answer", "no_end" } do
    page.write(place_of(root, "always_" .. name), always(name))
  end
  write_examples(root .. "/variants/castle")
  if ... == "always" then
    leave_always(root)
  end
  for name, value in pairs(uv.os_environ()) do
    if name ~= "CASTLED_ROOT" then
      environment[#environment + 1] = name .. "=" .. value
    end
  end
  local one = daemon.start { environment = environment, arguments = ... ~= "always" and { ... } }
  one.environment, one.root = environment, root
  one.wire = wire.socket(one.socket)
  return one
end

-- A game that begins now, by its variant; all seats are the connection's.
local function begin(one, name, players)
  local game = one.wire:must("game.create", {
    game = "castle", variants = { name }, seed = "5", players = players,
    options = FAILING[name] and { fails = true },
  }).game
  for seat = 1, 2 do
    if not players or players[seat] == "human" then
      one.wire:must("game.join", { game = game, seat = seat, name = "Ada" })
    end
  end
  return game
end

-- The newest notification of the kind.
local function told(one, method)
  local found
  one.wire:must("hello") -- what was told before its answer has come, too
  for _, message in ipairs(one.wire.news or {}) do
    found = message.method == method and message.params or found
  end
  return found
end

local function check_over(over, variant, says)
  assert(over.reason == "broken" and over.because.variant == variant
         and over.because.says == says, cjson.encode(over))
end

-- How the game ended, everywhere where it is told.
local function check_broken(one, game, variant, says)
  check_over(one.wire:must("game.about", { game = game }).result, variant, says)
  check_over(told(one, "game.over"), variant, says)
end

return {
  { "a variant's own words come with its description", function()
    local one = start()
    local game = begin(one, "luck")
    local words = {}
    for _, language in ipairs { "en", "es" } do
      words[language] = wording.new(one.wire:must("rulesets.describe", {
        game = "castle", variants = { "luck" } }), language)
    end
    for _ = 1, 2 do -- a tile, and no follower
      local asked = told(one, "game.question")
      local index = 0
      for at, choice in ipairs(asked.choices) do
        index = choice.pass and at - 1 or index
      end
      one.wire:must("game.choose", { game = game, seq = asked.seq,
                                     index = index })
    end
    local tried
    one.wire:must("hello")
    for _, message in ipairs(one.wire.news) do
      tried = message.params.event == "luck_tried" and message.params or tried
    end
    tried = json.decode(cjson.encode(tried)) -- with integers
    local said = words.en:event(tried)
    assert(said:find("^%u%l+ rolls a %d: %d points?%.$"), said)
    assert(words.es:event(tried):find("rolls a", 1, true)) -- it has no other
    local plain = one.wire:must("rulesets.describe", { game = "castle" })
    for _, variant in ipairs(plain.variants) do
      assert(not variant.texts, variant.name .. " is not chosen")
    end
    assert(one:stop() == 0)
  end },

  { "a bot whose choices all fail ends the game with the reason", function()
    local one = start("--bots", "steward,random")
    local game = begin(one, "bad_answer", { "human", "steward" })
    one.wire:must("game.resign", { game = game, seat = 1 })
    for _, kind in ipairs { "steward", "random" } do
      game = begin(one, "bad_answer", { kind, kind })
      one.wire:must("game.watch", { game = game })
      wait.until_done(function()
        return one.wire:must("game.about", { game = game }).state == "over"
      end, "end of the game")
      assert(one.log:find("variants/castle/bad_answer.lua:8", 1, true), one.log)
    end
    check_broken(one, game, "bad_answer", "step 'place_follower': the rule "
      .. "'may_place_follower' must give true or false, not 0")
    assert(one:stop() == 0)
  end },

  { "a sealed game that fails when it begins is over with the reason", function()
    local one, broken = start(), {}
    for variant, says in pairs(SAYS) do
      local over
      local person = frontend.start({ one.socket }, function(method, params)
        over = method == "game.over" and params or over
      end)
      local game = person:ask("game.create", {
        game = "castle", variants = { variant }, options = { fails = true },
      }).game
      for seat = 1, 2 do
        person:ask("game.join", { game = game, seat = seat, name = "Ada" })
      end
      wait.until_done(function() return over end, "end of the game")
      check_over(over, variant, says)
      one:wait_for_log("level=error", "event=game_broken", "game=" .. game,
                       says:match("[^:]+$"))
      person:close()
      broken[game] = variant
    end
    assert(one:stop() == 0)
    -- Also after a restart, and for those who come late.
    local again = daemon.start { folder = one.folder,
                                 environment = one.environment }
    again.wire = wire.socket(again.socket)
    for game, variant in pairs(broken) do
      again.wire:must("game.watch", { game = game })
      check_broken(again, game, variant, SAYS[variant])
    end
    assert(again:stop() == 0)
  end },

  { "who cannot go on is told by which house rule, and to take back", function()
    local one = start()
    local game = begin(one, "dead_end")
    one.wire:must("game.choose", { game = game, seq = 1, index = 0 })
    local says = "house rule 'dead_end': step 'z': no way"
    for index, before in ipairs {
      "", "take back your last choice, since none of these can be made: " } do
      local _, problem = one.wire:call("game.choose",
        { game = game, seq = 2, index = index - 1 })
      assert(problem.code == 4 and problem.message:find(says, 1, true)
             and (before == "" and not problem.message:find("take back")
                  or before ~= "" and problem.message:find(before, 1, true) == 1),
             problem.message)
    end
    one.wire:must("game.undo", { game = game, seat = one.wire:must("game.question",
      { game = game }).seat })
    assert(one:stop() == 0)
  end },

  { "what fails in games is logged after the start, and cannot be chosen",
  function()
    local one = start "always"
    one:wait_for_log("level=error", "event=bad_script",
                     "variant=always_bad_answer",
                     "a game by random choices fails", "bad_answer.lua:8")
    one:wait_for_log("event=bad_script", "variant=always_no_end", "instructions")
    assert(not one.log:find("event=scripts_loaded", 1, true), one.log)
    local function chosen(name)
      return { game = "castle", variants = { "always_" .. name } }
    end
    local reasons = { bad_answer = "bad_answer.lua:8: the rule",
                      no_end = "the script used up" }
    wait.until_done(wait.looking(function()
      return not one.wire:call("variants.check", chosen "no_end")
    end), "refusal")
    for name, reason in pairs(reasons) do
      for _, method in ipairs { "variants.check", "rulesets.describe",
                                "game.create" } do
        local _, problem = one.wire:call(method, chosen(name))
        assert(problem and problem.message:find(reason, 1, true), method)
      end
    end
    local listed = {}
    for _, variant in ipairs(one.wire:must("rulesets.describe",
                                           { game = "castle" }).variants) do
      listed[variant.name] = variant.error or "good"
    end
    for name, reason in pairs(reasons) do
      assert(listed["always_" .. name]:find(reason, 1, true))
    end
    -- Until it is mended.
    page.write(place_of(one.root, "always_bad_answer"),
               (always "bad_answer":gsub("and 0 or true", "and true or true")))
    one:kill "sighup"
    one:wait_for_log("event=scripts_loaded", "changes=1", "faults=1")
    one.wire:must("variants.check", chosen "bad_answer")
    assert(not one.wire:call("variants.check", chosen "no_end"))
    assert(one:stop() == 0)
  end },

  { "one with an open order says the reason to who joins it, and to the log",
  function()
    local one = start()
    local game = one.wire:must("game.create", {
      game = "castle", variants = { "no_end" }, seed = "5",
      options = { fails = true },
    }).game
    one.wire:must("game.join", { game = game, name = "Ada" })
    local _, problem = one.wire:call("game.join", { game = game, name = "Bo" })
    assert(problem.code == 4 and problem.message:find("instructions", 1, true))
    one:wait_for_log("event=rules_failed", "game=" .. game,
                     "variants/castle/no_end.lua:")
    assert(one:stop() == 0)
  end },

  { "a game's own words stay when its house rule leaves the shelf", function()
    local one = start("--pages", "on")
    local game = begin(one, "luck")
    os.remove(one.root .. "/variants/castle/luck.lua")
    one:kill "sighup"
    one:wait_for_log("event=scripts_loaded")
    local _, problem = one.wire:call("rulesets.describe",
      { game = "castle", variants = { "luck" } })
    assert(problem.code == 1, cjson.encode(problem))
    local kept = one.wire:must("game.describe", { game = game })
    assert(#kept.variants == 1 and kept.variants[1].chosen
           and kept.variants[1].title.en == "A little luck")
    local words = wording.new(kept, "en")
    assert(words:event({ event = "luck_tried", player = "white", value = 6,
                         points = 1 }) == "White rolls a 6: 1 point.")
    -- So the page shows it.
    one:wait_for_log "event=pages_attached"
    local web = wire.web(one.port)
    web:send('{"page":"open","path":"/games/' .. game .. '","language":"en",'
             .. '"languages":["en"],"mine":[]}')
    web:wait_until(function()
      return table.concat(web.lines):find("A little luck", 1, true)
    end, "table with its rules")
    local head, body = wire.get(one, "/games/" .. game .. "/board.svg")
    assert(wire.status_of(head) == 200 and body:find("<svg", 1, true), head)
    assert(one:stop() == 0)
  end },
}
