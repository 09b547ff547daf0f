-- Steps: what a turn is made of. Three kinds; each constructor checks its
-- fields and gives the table back.

local check = require "castled.check"

local step = {}

local FIELDS = {
  automatic = {
    name = "string!", rules = "table", apply = "function!", next = "function",
  },
  ask = {
    name = "string!", rules = "table", player = "function!",
    choices = "function!", apply = "function!", next = "function",
  },
  chance = {
    name = "string!", rules = "table", draw = "function!",
    apply = "function!", next = "function",
  },
}

-- The function `choices` of a step, blamed where it gives nothing at all.
local function checked_choices(choices)
  return function(...)
    local list = choices(...)
    if list == nil then
      error("'choices' gives nil: a forgotten 'return' looks the same; "
            .. "'return {}' says that there is nothing to choose", 0)
    end
    return list
  end
end

-- Each constructor calls this as its last act, so that what is wrong is told at
-- the line of whoever called the constructor.
local function make(kind, given)
  local what = "a step"
  if type(given) == "table" and type(given.name) == "string" then
    what = "step '" .. given.name .. "'"
  end
  check.no_problem(check.problem(what, given, FIELDS[kind]))
  given.kind = kind
  given.choices = given.choices and checked_choices(given.choices)
  return given
end

-- A step that asks nobody: apply(game).
function step.automatic(given)
  return make("automatic", given)
end

-- A step that asks a player: player(game) says whom (nil: nobody, the step is
-- passed over), choices(game, player) lists all that may be chosen ({}: it is
-- passed over), apply(game, player, choice) does it.
function step.ask(given)
  return make("ask", given)
end

-- A step that waits for chance, again and again until draw(game) is nil:
-- draw(game) says what to draw ({ pile = name }) or to roll ({ roll = label,
-- sides = n }); apply(game, outcome, request) does it.
function step.chance(given)
  return make("chance", given)
end

return step
