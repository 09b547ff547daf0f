-- A new game: what there is to choose from, and what it is asked for with, from
-- what a form has of it.

local json   = require "castled.json"
local naming = require "castled.naming"

local new_game = {}

-- Who may sit in a seat that is not of who makes the game: anybody, who has the
-- link, a bot.
new_game.KINDS = { "human", "held", "steward", "random" }

new_game.CLOCKS = { "none", "choice", "game" }
new_game.CHOICE_SECONDS = { 10, 15, 20, 30, 45, 60, 90, 120, 180, 300, 600, 1800,
                            3600, 21600, 86400, 259200, 604800 }
new_game.GAME_SECONDS = { 60, 120, 180, 300, 600, 900, 1200, 1500, 1800, 2700,
                          3600, 5400, 7200 }
new_game.INCREMENTS = { 0, 1, 2, 3, 5, 10, 15, 20, 30, 60 }

-- A plan before anybody has changed it, with nobody in its seats. Its `clock` is
-- nil until one is chosen; choice_s, game_s and increment_s are its times.
function new_game.plan()
  return { players = {}, is_public = true, choice_s = 259200, game_s = 900,
           increment_s = 10 }
end

-- The kind of clock that a plan has. Where none was chosen, other people have a
-- time for each choice, so that nobody waits for one who stays away; alone with
-- bots one may stay away oneself.
function new_game.clock(plan)
  if plan.clock then
    return plan.clock
  end
  for seat, kind in ipairs(plan.players) do
    if seat ~= plan.own and naming.is_person { player = kind } then
      return "choice"
    end
  end
  return "none"
end

-- Adds to the parameters of game.create what a plan says of players, clock and who
-- sees the game, and returns them. Of a plan, `players` has a kind by seat, and
-- `own` is the seat of who makes the game, held until they sit in it; or none.
function new_game.planned(params, plan)
  params.players, params.public = {}, plan.is_public
  for seat, kind in ipairs(plan.players) do
    params.players[seat] = plan.own == seat and "held" or kind
  end
  local clock = new_game.clock(plan)
  if clock == "choice" then
    params.clock = { choice_s = plan.choice_s }
  elseif clock == "game" then
    params.clock = { game_s = plan.game_s, increment_s = plan.increment_s }
  end
  return params
end

-- The house rules that a description offers, in their order: those that stand
-- alone, those of each group by its name, and those whose file cannot be loaded,
-- which have an `error` and are not to be chosen.
function new_game.sorted(description)
  local alone, members, broken = {}, {}, {}
  for _, variant in ipairs(description.variants) do
    local group = variant.group
    local list = variant.error and broken or alone
    if type(group) == "string" and group ~= "" then
      members[group] = members[group] or {}
      list = members[group]
    end
    list[#list + 1] = variant
  end
  return alone, members, broken
end

-- The options that a game has by a description: those that it has anyway, and
-- those of the house rules in `names`; of those chosen in the description when
-- it is nil. The others have no value.
function new_game.options(description, names)
  local is_chosen, list = {}, {}
  for _, name in ipairs(names or {}) do
    is_chosen[name] = true
  end
  for _, variant in ipairs(names and {} or description.variants or {}) do
    is_chosen[variant.name] = variant.chosen
  end
  for _, option in ipairs(description.options or {}) do
    local variant = json.value(option.variant)
    if not variant or is_chosen[variant] then
      list[#list + 1] = option
    end
  end
  return list
end

-- Puts the house rule of a file, which alone is chosen in `described`, among those
-- of a description, with its options. It has `file` there, and `hides` when it
-- takes the place of one of the same name.
function new_game.add_file(description, file, described)
  local mine
  for _, variant in ipairs(described.variants) do
    mine = variant.chosen and variant or mine
  end
  local list, options = description.variants, {}
  local at = #list + 1
  for index, other in ipairs(list) do
    at = other.name == mine.name and index or at
  end
  mine.file, mine.hides = file, list[at] ~= nil
  list[at] = mine
  for _, each in ipairs { description, described } do
    for _, option in ipairs(each.options) do
      local is_mine = option.variant == mine.name
      if is_mine == (each == described) then
        options[#options + 1] = option
      end
    end
  end
  description.options = options
end

-- The parameters of game.create for a game against a bot, as the game is printed;
-- who makes it sits in seat 1.
function new_game.against_bot(game)
  return { game = game, players = { "held", "steward" } }
end

return new_game
