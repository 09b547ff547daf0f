-- What is planned for a new game, and how a form changes it. Knows no HTML.
--
-- A form's values come from a browser: nothing in them is trusted, and what does
-- not fit leaves the plan as it was.

local new_game = require "castled.new_game"

local plans = {}

-- Who may sit in a seat that is not of who makes the game, and by which clock.
plans.KINDS = { "human", "held", "steward", "random" }
plans.CLOCKS = { "none", "choice", "game" }
plans.ORDERS = { "sealed", "open" }

plans.CHOICE_SECONDS = { 10, 15, 20, 30, 45, 60, 90, 120, 180, 300, 600, 1800,
                         3600, 21600, 86400, 259200 }
plans.GAME_SECONDS = { 60, 120, 180, 300, 600, 900, 1200, 1500, 1800, 2700, 3600,
                       5400, 7200 }
plans.INCREMENTS = { 0, 1, 2, 3, 5, 10, 15, 20, 30, 60 }

plans.SEED_MAX = 120 -- bytes

-- What is planned before anybody has changed it. `seed` is for an open order.
function plans.new(description, seed)
  local plan = { game = description.name, own = 1, players = {}, groups = {},
                 variants = {}, options = {}, clock = "none", choice_s = 60,
                 game_s = 900, increment_s = 10, order = "sealed", seed = seed,
                 is_public = true }
  for seat = 1, #description.seats do
    plan.players[seat] = "human"
  end
  for _, group in ipairs(description.groups) do
    plan.groups[group.name] = group.default
  end
  return plan
end

-- The variants that stand alone, and those of each group, by its name.
function plans.sorted(description)
  local alone, members = {}, {}
  for _, variant in ipairs(description.variants) do
    local group = variant.group
    if type(group) == "string" and group ~= "" then
      members[group] = members[group] or {}
      table.insert(members[group], variant)
    else
      alone[#alone + 1] = variant
    end
  end
  return alone, members
end

-- The names of the variants that are chosen; a group's default needs no choice.
function plans.variants(plan, description)
  local list = {}
  local alone, members = plans.sorted(description)
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

-- Reading a form -------------------------------------------------------------------

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
  local alone, members = plans.sorted(description)
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
    plan.players[seat] = one_of(plans.KINDS, values["player:" .. seat])
                         or plan.players[seat]
  end
end

-- Takes over what a form says; `options` are those that the game has with the
-- chosen house rules.
function plans.read(plan, values, description, options)
  read_seats(plan, values)
  read_rules(plan, values, description, options)
  plan.clock = one_of(plans.CLOCKS, values.clock) or plan.clock
  plan.choice_s = one_of(plans.CHOICE_SECONDS, integer(values.choice_s))
                  or plan.choice_s
  plan.game_s = one_of(plans.GAME_SECONDS, integer(values.game_s)) or plan.game_s
  plan.increment_s = one_of(plans.INCREMENTS, integer(values.increment_s))
                     or plan.increment_s
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
                 or seat ~= plan.own and (kind == "human" or kind == "held")
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
