-- Makes one ruleset of a game and the variants chosen for it. The host calls
-- this once, when an executor is made; what it returns is all that the host
-- reads.

local API = 1

-- The sections of a game, in the order in which they are played.
local SECTIONS = { "start", "turn", "final" }

local function refuse(...)
  error(table.concat({ ... }), 0)
end

local function quoted(name)
  return "'" .. name .. "'"
end

-- Variants in the order of their names, so that the order given changes
-- nothing.
local function in_order(variants)
  local list = {}
  for _, variant in ipairs(variants) do
    list[#list + 1] = variant
  end
  table.sort(list, function(a, b) return a.name < b.name end)
  return list
end

local function check_needs(game, variants)
  local groups = {}
  for _, variant in ipairs(variants) do
    local name = quoted(variant.name)
    if variant.needs.game ~= game.name then
      refuse("variant ", name, " is for the game ", quoted(variant.needs.game),
             ", not for ", quoted(game.name))
    end
    if variant.needs.api > API then
      refuse("variant ", name, " needs interface ", variant.needs.api,
             " of castled; this one offers ", API)
    end
    local group = variant.group
    if group then
      if not game.groups[group] then
        refuse("variant ", name, " is of the group ", quoted(group), ", which ",
               game.name, " does not have")
      end
      if groups[group] then
        refuse("variants ", quoted(groups[group]), " and ", name,
               " are both of the group ", quoted(group), ": choose one")
      end
      groups[group] = variant.name
    end
  end
end

-- Options: those of the game and those that variants declare.
local function declared_options(game, variants)
  local declared, owner = {}, {}
  for name, option in pairs(game.options) do
    declared[name], owner[name] = option, game.name
  end
  for _, variant in ipairs(variants) do
    for name, option in pairs(variant.options or {}) do
      if declared[name] then
        refuse("variants ", quoted(owner[name]), " and ", quoted(variant.name),
               " both declare the option ", quoted(name))
      end
      declared[name], owner[name] = option, variant.name
    end
  end
  return declared
end

-- The value that `text` stands for, or nil and what is possible.
local function option_value(option, text)
  if option.type == "boolean" then
    if text == "true" or text == true then return true end
    if text == "false" or text == false then return false end
    return nil, "true or false"
  elseif option.type == "integer" then
    local value = text
    if type(value) == "string" then
      value = tonumber(value)
    end
    local range = option.min .. " to " .. option.max
    if math.type(value) ~= "integer" or value < option.min
       or value > option.max then
      return nil, "an integer from " .. range
    end
    return value
  end
  for _, value in ipairs(option.values) do
    if value == text then return value end
  end
  return nil, "one of " .. table.concat(option.values, ", ")
end

local function resolve_options(game, variants, given)
  local declared = declared_options(game, variants)
  local values, set_by = {}, {}
  for name, option in pairs(declared) do
    values[name] = option.default
  end
  for _, variant in ipairs(variants) do
    for name, wanted in pairs(variant.set or {}) do
      if not declared[name] then
        refuse("variant ", quoted(variant.name), " sets the option ",
               quoted(name), ", which nothing declares")
      end
      local value, possible = option_value(declared[name], wanted)
      if value == nil then
        refuse("variant ", quoted(variant.name), " sets the option ",
               quoted(name), " to ", quoted(tostring(wanted)), "; it can be ",
               possible)
      end
      if set_by[name] and values[name] ~= value then
        refuse("variants ", quoted(set_by[name]), " and ",
               quoted(variant.name), " set the option ", quoted(name),
               " to different values")
      end
      values[name], set_by[name] = value, variant.name
    end
  end
  for name, text in pairs(given) do
    if not declared[name] then
      local known = {}
      for option in pairs(declared) do
        known[#known + 1] = option
      end
      refuse("there is no option ", quoted(name), "; the options are: ",
             table.concat(known, ", "))
    end
    local value, possible = option_value(declared[name], text)
    if value == nil then
      refuse("option ", quoted(name), " cannot be ", quoted(tostring(text)),
             "; it can be ", possible)
    end
    if set_by[name] and values[name] ~= value then
      refuse("option ", quoted(name), " is set to ",
             quoted(tostring(values[name])), " by the variant ",
             quoted(set_by[name]))
    end
    values[name] = value
  end
  return values, declared
end

-- Rules: the game's, each perhaps replaced by variants in the order of their
-- names. A replacement whose first parameter is called `super` gets the
-- replaced function there; one without would undo an earlier variant's, which
-- is refused.
local function compose_rules(game, variants, first_parameter)
  local calls, about = {}, {}
  for name, rule in pairs(game.rules) do
    calls[name] = rule.call
    about[name] = { name = name, numbers = rule.numbers, says = rule.says,
                    replaced_by = {} }
  end
  for _, variant in ipairs(variants) do
    for name, replacement in pairs(variant.rules or {}) do
      local rule = about[name]
      if not rule then
        local known = {}
        for known_name in pairs(about) do
          known[#known + 1] = known_name
        end
        refuse("variant ", quoted(variant.name), " replaces the rule ",
               quoted(name), ", which ", game.name,
               " does not have; its rules are: ", table.concat(known, ", "))
      end
      local earlier = rule.replaced_by[#rule.replaced_by]
      local super = calls[name]
      if first_parameter(replacement) == "super" then
        calls[name] = function(...)
          return replacement(super, ...)
        end
      elseif earlier then
        refuse("variants ", quoted(earlier), " and ", quoted(variant.name),
               " both replace the rule ", quoted(name), ", and ",
               quoted(variant.name), " does not call super")
      else
        calls[name] = replacement
      end
      rule.replaced_by[#rule.replaced_by + 1] = variant.name
    end
  end
  return calls, about
end

-- Steps: a flat list; `labels` says where a name is landed on, which is the
-- first step inserted before it.
local function compose_steps(game, variants)
  local steps, labels, sections, replaced = {}, {}, {}, {}
  local changes = {}

  local function change(name)
    changes[name] = changes[name] or { before = {}, after = {} }
    return changes[name]
  end
  for _, variant in ipairs(variants) do
    local given = variant.steps or {}
    for name, new in pairs(given.replace or {}) do
      local here = change(name)
      if here.replace then
        refuse("variants ", quoted(here.replaced_by), " and ",
               quoted(variant.name), " both replace the step ", quoted(name))
      end
      here.replace, here.replaced_by = new, variant.name
    end
    for name, new in pairs(given.before or {}) do
      local list = change(name).before
      list[#list + 1] = { step = new, origin = variant.name }
    end
    for name, new in pairs(given.after or {}) do
      local list = change(name).after
      list[#list + 1] = { step = new, origin = variant.name }
    end
  end

  local function add(new, origin)
    if not new.kind then
      refuse(quoted(origin), ": step ", quoted(tostring(new.name)),
             " is not made by step.ask, step.automatic or step.chance")
    end
    if labels[new.name] and origin ~= "" then
      refuse("variant ", quoted(origin), " adds a step called ",
             quoted(new.name), ", which is there already")
    end
    steps[#steps + 1] = { step = new, origin = origin }
    labels[new.name] = labels[new.name] or #steps
  end

  for _, section in ipairs(SECTIONS) do
    sections[section] = #steps + 1
    for _, here in ipairs(game[section] or {}) do
      local changed = changes[here.name] or { before = {}, after = {} }
      changes[here.name] = nil
      local landing = #steps + 1
      for _, new in ipairs(changed.before) do
        add(new.step, new.origin)
      end
      local now = changed.replace or here
      add(now, changed.replaced_by or "")
      labels[here.name] = landing
      if now.name ~= here.name then
        labels[now.name] = landing
      end
      for _, new in ipairs(changed.after) do
        add(new.step, new.origin)
      end
    end
    replaced[section] = #steps
  end
  for name in pairs(changes) do
    refuse("a variant changes the step ", quoted(name), ", which ", game.name,
           " does not have")
  end
  for _, section in ipairs(SECTIONS) do
    labels[section] = sections[section]
  end
  return steps, labels, sections, replaced
end

local function resolve(part, options)
  if type(part) == "function" then
    return part(options)
  end
  return part
end

local function all_tiles(game, variants, options)
  local tiles = {}
  for _, tile in ipairs(resolve(game.tiles, options) or {}) do
    tiles[#tiles + 1] = tile
  end
  for _, variant in ipairs(variants) do
    for _, tile in ipairs(variant.tiles or {}) do
      tiles[#tiles + 1] = tile
    end
  end
  return tiles
end

local function the_plan(game, variants, options)
  local plan, owner = resolve(game.plan, options), nil
  for _, variant in ipairs(variants) do
    if variant.plan then
      if owner then
        refuse("variants ", quoted(owner), " and ", quoted(variant.name),
               " both bring a plan")
      end
      plan, owner = variant.plan, variant.name
    end
  end
  return plan
end

return function(game, variants, given, first_parameter)
  variants = in_order(variants)
  check_needs(game, variants)
  local options, declared = resolve_options(game, variants, given)
  local rules, about = compose_rules(game, variants, first_parameter)
  local steps, labels, sections, ends = compose_steps(game, variants)
  local tiles = all_tiles(game, variants, options)
  local names, about_variants = {}, {}
  for _, variant in ipairs(variants) do
    names[#names + 1] = variant.name
    about_variants[#about_variants + 1] = {
      name = variant.name, title = variant.title, summary = variant.summary,
      group = variant.group or "", path = variant.path,
      numbers = variant.numbers or {}, texts = variant.texts or {},
    }
  end
  return {
    variants = names,
    about_variants = about_variants,
    options = options,
    declared_options = declared,
    rules = rules,
    about_rules = about,
    steps = steps,
    labels = labels,
    sections = sections,
    section_ends = ends,
    seats = resolve(game.seats, options),
    figures = resolve(game.figures, options),
    tiles = tiles,
    plan = the_plan(game, variants, options),
    piles = type(game.piles) == "function" and game.piles(options, tiles)
            or game.piles,
    starts_match = not game.starts_match or game.starts_match(options),
  }
end
