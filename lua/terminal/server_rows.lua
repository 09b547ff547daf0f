-- The lines of the screen before a game at a server: who may sit where, by
-- which clock, who may find it; house rules, options and language are
-- setup_rows'. What is chosen is app.plan (server_rows.plan).

local clocks   = require "castled.clocks"
local new_game = require "castled.new_game"
local rows     = require "terminal.setup_rows"
local wording  = require "castled.wording"

local server_rows = {}

local SECOND = 1000
local CONTRIBUTION_MAX = 120 -- characters

-- What is planned before anybody has changed it, for a game with so many seats;
-- what the command line asked for is in it: its first human is who makes the
-- game. `own` is their seat, nil: they watch; `players` has who else would sit
-- there.
function server_rows.plan(settings, seat_count)
  local plan = new_game.plan()
  plan.seed = settings.seed
  for seat = 1, seat_count do
    plan.players[seat] = settings.players[seat] or "human"
    if plan.players[seat] == "human" and not plan.own then
      plan.own = seat
    end
  end
  return plan
end

-- Who is planned for a seat: "you", or a kind of player.
local function planned(plan, seat)
  return plan.own == seat and "you" or plan.players[seat]
end

-- The parameters of game.create. One's own seat is held until one sits in it.
function server_rows.create(app, description)
  local plan = app.plan
  local params = rows.ruleset(app.settings, description)
  params.seed = plan.seed
  return new_game.planned(params, plan)
end

local function create_row(app)
  local words = app.words
  return {
    name = words:say("create"),
    says = function()
      return { words:say(app.plan.own and "create_says"
                         or "create_watch_says") }
    end,
    enter = function()
      if not app.screen.trouble then
        app:create()
      end
    end,
  }
end

-- Of a choice of numbers or words, with their text.
local function choice_row(app, key, list, name, text)
  local words, plan = app.words, app.plan
  return {
    name = words:say(key), id = key,
    value = function() return text(plan[name]) end,
    says = function() return { words:say(key .. "_says") } end,
    change = function(step)
      plan[name] = rows.following(list, plan[name], step)
    end,
  }
end

local function player_row(app, game_words, seat, name)
  local words, plan = app.words, app.plan
  return {
    name = game_words:word("seats", name),
    value = function() return words:say("seat_" .. planned(plan, seat)) end,
    says = function()
      return { words:say("seat_" .. planned(plan, seat) .. "_says") }
    end,
    change = function(step)
      if plan.own ~= seat then
        plan.players[seat] = rows.following(new_game.KINDS, plan.players[seat], step)
      end
    end,
  }
end

-- In which seat who makes the game sits, or that they only watch.
local function own_row(app, game_words, seats)
  local words, plan = app.words, app.plan
  return {
    name = words:say("you_sit"), id = "you",
    value = function()
      return plan.own and game_words:word("seats", seats[plan.own])
             or words:say("you_watch_only")
    end,
    says = function()
      return { words:say(plan.own and "you_sit_says" or "you_watch_says") }
    end,
    change = function(step)
      local before = plan.own
      local now = ((before or 0) + step) % (#seats + 1)
      plan.own = now > 0 and now or nil
      if before and plan.own then -- they change places
        local players = plan.players
        players[before], players[now] = players[now], players[before]
      end
    end,
  }
end

local function length_of(seconds)
  return clocks.length(seconds * SECOND)
end

local function add_clock(list, app)
  local words, plan = app.words, app.plan
  local kind = new_game.clock(plan)
  list[#list + 1] = {
    name = words:say("clock"), id = "clock",
    value = function() return words:say("clock_" .. kind .. "_kind") end,
    says = function() return { words:say("clock_says") } end,
    change = function(step)
      plan.clock = rows.following(new_game.CLOCKS, kind, step)
    end,
  }
  if kind == "choice" then
    list[#list + 1] = choice_row(app, "clock_time", new_game.CHOICE_SECONDS,
                                 "choice_s", length_of)
  elseif kind == "game" then
    list[#list + 1] = choice_row(app, "clock_time", new_game.GAME_SECONDS,
                                 "game_s", length_of)
    list[#list + 1] = choice_row(app, "clock_increment", new_game.INCREMENTS,
                                 "increment_s", length_of)
  end
end

local function public_row(app)
  local words = app.words
  return choice_row(app, "public", { true, false }, "is_public", function(is)
    return words:say(is and "public_yes" or "public_no")
  end)
end

local function seed_row(app)
  local words, plan = app.words, app.plan
  return {
    name = words:say("seed"), id = "seed",
    value = function()
      return plan.seed and words:say("seeded", { seed = plan.seed })
             or words:say("sealed")
    end,
    is_set = function() return plan.seed ~= nil end,
    says = function()
      return { words:say(plan.seed and "server_seed_says" or "sealed_says"),
               words:say("seed_enter") }
    end,
    type = {
      asks = words:say("type_seed"), max = CONTRIBUTION_MAX,
      text = function() return plan.seed or "" end,
      set = function(string)
        plan.seed = string:find("%S") and string or nil
        app.screen:fill()
      end,
    },
  }
end

-- All lines, for the game's description without variants.
function server_rows.all(app, description)
  local words = app.words
  local game_words = wording.new(description, words.language)
  local list = { create_row(app), { head = words:say("players") },
                 own_row(app, game_words, description.seats) }
  for seat, name in ipairs(description.seats) do
    list[#list + 1] = player_row(app, game_words, seat, name)
  end
  list[#list + 1] = public_row(app)
  add_clock(list, app)
  rows.add_rules(list, app, description)
  rows.add_options(list, app, description, game_words)
  list[#list + 1] = { head = words:say("chance") }
  list[#list + 1] = seed_row(app)
  if not app.plan.seed and app.plan.own then
    list[#list + 1] = rows.adds(app, app.plan, "contribution",
                                words:say("you_add"),
                                words:say("type_contribution"))
  end
  list[#list + 1] = { head = "" }
  list[#list + 1] = rows.language(app)
  return list
end

return server_rows
