-- What is planned for a new game, and how a form changes it. Knows no HTML.
--
-- A form's values come from a browser: nothing in them is trusted, and what does
-- not fit leaves the plan as it was.

local naming   = require "castled.naming"
local new_game = require "castled.new_game"

local plans = {}

plans.ORDERS = { "sealed", "open" }
plans.SEED_MAX = 120 -- bytes

local TIMES = { choice_s = new_game.CHOICE_SECONDS,
                game_s = new_game.GAME_SECONDS,
                increment_s = new_game.INCREMENTS }

-- What is planned before anybody has changed it. `seed` is for an open order.
function plans.new(description, seed)
  local plan = new_game.plan()
  plan.game, plan.own, plan.order, plan.seed = description.name, 1, "sealed", seed
  plan.groups, plan.variants, plan.options = {}, {}, {}
  for seat = 1, #description.seats do
    plan.players[seat] = "human"
  end
  for _, group in ipairs(description.groups) do
    plan.groups[group.name] = group.default
  end
  return plan
end

-- The names of the variants that are chosen; a group's default needs no choice.
function plans.variants(plan, description)
  local list = {}
  local alone, members = new_game.sorted(description)
  for _, variant in ipairs(alone) do
    if plan.variants[variant.name] then
      list[#list + 1] = variant.name
    end
  end
  for _, group in ipairs(description.groups) do
    for _, variant in ipairs(members[group.name] or {}) do
      if plan.groups[group.name] == variant.name
         and variant.name ~= group.default then
        list[#list + 1] = variant.name
      end
    end
  end
  table.sort(list)
  return list
end

-- The house rule that sets an option, of those chosen; nil when none does.
function plans.setter(plan, description, option)
  for _, name in ipairs(plans.variants(plan, description)) do
    for _, variant in ipairs(description.variants) do
      if variant.name == name and variant.sets[option.name] ~= nil then
        return variant
      end
    end
  end
  return nil
end

-- The options that are not as they are by default; nil when all are. What the
-- typed text of an integer is, is kept as it is while it is no integer.
function plans.options(plan, description, options)
  local set = {}
  for _, option in ipairs(options) do
    local value = plan.options[option.name]
    if value ~= nil and value ~= option.default
       and not plans.setter(plan, description, option) then
      set[option.name] = value
    end
  end
  return next(set) and set or nil
end

local function one_of(list, value)
  for _, item in ipairs(list) do
    if item == value then
      return value
    end
  end
  return nil
end

local function integer(value)
  return math.tointeger(tonumber(value))
end

-- An option's value; an integer out of its range is kept, to be refused in words.
local function option_value(option, value)
  if option.type == "boolean" then
    return value == true
  elseif option.type == "integer" then
    return integer(value) or value
  end
  return one_of(option.values, value)
end

local function read_rules(plan, values, description, options)
  local alone, members = new_game.sorted(description)
  for _, group in ipairs(description.groups) do
    local names = { group.default }
    for _, variant in ipairs(members[group.name] or {}) do
      names[#names + 1] = variant.name
    end
    plan.groups[group.name] = one_of(names, values["group:" .. group.name])
                              or plan.groups[group.name]
  end
  for _, variant in ipairs(alone) do
    local value = values["variant:" .. variant.name]
    if value ~= nil then
      plan.variants[variant.name] = value == true
    end
  end
  for _, option in ipairs(options) do
    local value = values["option:" .. option.name]
    if type(value) == "string" or type(value) == "boolean" then
      plan.options[option.name] = option_value(option, value)
    end
  end
end

local function read_seats(plan, values)
  local own = integer(values.own)
  if own and own >= 0 and own <= #plan.players and own ~= plan.own then
    if plan.own > 0 and own > 0 then -- they change places
      plan.players[plan.own] = plan.players[own]
    end
    plan.own = own
  end
  for seat in ipairs(plan.players) do
    plan.players[seat] = one_of(new_game.KINDS, values["player:" .. seat])
                         or plan.players[seat]
  end
end

-- Takes over what a form says; `options` are those that the game has with the
-- chosen house rules.
function plans.read(plan, values, description, options)
  -- Until one is chosen, what the form was drawn with was not chosen.
  if plan.clock or values.clock ~= values.clock_was then
    plan.clock = one_of(new_game.CLOCKS, values.clock) or plan.clock
  end
  read_seats(plan, values)
  read_rules(plan, values, description, options)
  for name, list in pairs(TIMES) do
    plan[name] = one_of(list, integer(values[name])) or plan[name]
  end
  plan.order = one_of(plans.ORDERS, values.order) or plan.order
  if type(values.seed) == "string" and #values.seed <= plans.SEED_MAX then
    plan.seed = values.seed
  end
  if values.public == "yes" or values.public == "no" then
    plan.is_public = values.public == "yes"
  end
end

-- What is wrong with a plan: the key of a sentence, and what is filled in; nil
-- when nothing is. Whether house rules go together the daemon says.
function plans.problem(plan, options)
  local has_person = plan.own > 0
  for seat, kind in ipairs(plan.players) do
    has_person = has_person
                 or seat ~= plan.own and naming.is_person { player = kind }
  end
  if not has_person then
    return "only_bots"
  elseif plan.order == "open" and not plan.seed:find("%S") then
    return "no_seed"
  end
  for _, option in ipairs(options) do
    local value = plan.options[option.name]
    if option.type == "integer" and value ~= nil
       and not (math.type(value) == "integer" and value >= option.min
                and value <= option.max) then
      return "out_of_range", { option = option, min = option.min,
                               max = option.max }
    end
  end
  return nil
end

-- The parameters of game.create. One's own seat is held until one sits in it.
function plans.create(plan, description, options)
  local variants = plans.variants(plan, description)
  return new_game.planned({
    game = plan.game, variants = #variants > 0 and variants or nil,
    options = plans.options(plan, description, options),
    seed = plan.order == "open" and plan.seed or nil,
  }, plan)
end

return plans
