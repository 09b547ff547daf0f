-- The options of a ruleset: those of the game and those that variants declare,
-- and the value of each.

local check    = require "castled.check"
local sentence = require "castled.sentence"

local refuse = sentence.refuse

local FIELDS = {
  boolean = { type = "string!", title = "table!", summary = "table",
              default = "boolean!" },
  integer = { type = "string!", title = "table!", summary = "table",
              default = "integer!", min = "integer!", max = "integer!" },
  choice  = { type = "string!", title = "table!", summary = "table",
              default = "string!", values = "table!" },
}

-- What an option may be, in words.
local function possible(option)
  if option.type == "boolean" then
    return "true or false"
  elseif option.type == "integer" then
    return "an integer from " .. option.min .. " to " .. option.max
  end
  return sentence.list(option.values, "or")
end

local function fits(option, value)
  if option.type == "boolean" then
    return type(value) == "boolean"
  elseif option.type == "integer" then
    return math.type(value) == "integer"
           and value >= option.min and value <= option.max
  end
  for _, known in ipairs(option.values) do
    if known == value then
      return true
    end
  end
  return false
end

-- The value that a text stands for; what it stands for may not fit.
local function value_of(option, text)
  if option.type == "boolean" and (text == "true" or text == "false") then
    return text == "true"
  elseif option.type == "integer" then
    return tonumber(text)
  end
  return text
end

-- What is wrong with the declaration of an option, or nil.
local function problem_of(what, option)
  if type(option) ~= "table" or not FIELDS[option.type] then
    return what .. " needs a type: 'boolean', 'integer' or 'choice'"
  end
  local problem = check.problem(what, option, FIELDS[option.type])
                  or check.text_problem(what .. ": 'title'", option.title)
                  or option.summary
                  and check.text_problem(what .. ": 'summary'", option.summary)
  if problem then
    return problem
  end
  problem = check.list_problem(what .. ": 'values'", option.values or {},
                               "string")
  if problem then
    return problem
  elseif option.type == "integer" and option.min > option.max then
    return what .. ": 'min' is more than 'max'"
  elseif option.type == "choice" and #option.values == 0 then
    return what .. " has no values"
  elseif not fits(option, option.default) then
    return what .. ": 'default' must be " .. possible(option)
  end
  return nil
end

-- Adds an owner's options to `declared`.
local function declare(declared, owners, owner, options)
  for name, option in pairs(options) do
    local what = "option '" .. tostring(name) .. "'"
    local problem = check.word_problem("an option", name)
                    or problem_of(what, option)
    if problem then
      refuse("%s: %s", owner, problem)
    elseif declared[name] then
      refuse("%s and %s both declare the option '%s': rename one",
             owners[name], owner, name)
    end
    declared[name], owners[name] = option, owner
  end
end

local function set_by_variants(variants, declared, values)
  local set_by = {}
  for _, variant in ipairs(variants) do
    for name, value in pairs(variant.set or {}) do
      local option = declared[name]
      if not option then
        refuse("variant '%s' sets the option '%s', which nothing declares%s",
               variant.name, name,
               sentence.instead(name, sentence.keys(declared)))
      elseif not fits(option, value) then
        refuse("variant '%s' sets the option '%s' to %s; it can be %s",
               variant.name, name, sentence.shown(value), possible(option))
      elseif set_by[name] and values[name] ~= value then
        refuse("variants '%s' and '%s' set the option '%s' to different "
               .. "values, %s and %s: choose one", set_by[name], variant.name,
               name, sentence.shown(values[name]), sentence.shown(value))
      end
      values[name], set_by[name] = value, variant.name
    end
  end
  return set_by
end

local function set_by_hand(given, declared, values, set_by)
  for name, text in pairs(given) do
    local option = declared[name]
    if not option then
      refuse("there is no option '%s'%s", name,
             sentence.instead(name, sentence.keys(declared)))
    end
    local value = value_of(option, text)
    if not fits(option, value) then
      refuse("the option '%s' cannot be '%s'; it can be %s", name, text,
             possible(option))
    elseif set_by[name] and values[name] ~= value then
      refuse("the option '%s' cannot be '%s': the variant '%s' sets it to %s",
             name, text, set_by[name], sentence.shown(values[name]))
    end
    values[name] = value
  end
end

-- The value of each option, and how each is declared.
return function(game, variants, given)
  local declared, owners, values = {}, {}, {}
  declare(declared, owners, "the game '" .. game.name .. "'", game.options)
  for _, variant in ipairs(variants) do
    declare(declared, owners, "variant '" .. variant.name .. "'",
            variant.options or {})
  end
  for name, option in pairs(declared) do
    values[name] = option.default
  end
  local set_by = set_by_variants(variants, declared, values)
  set_by_hand(given, declared, values, set_by)
  return values, declared
end
