-- The rules of a ruleset: the game's, each perhaps replaced by variants, one
-- after the other.

local sentence = require "castled.sentence"

local refuse = sentence.refuse

local function is_term(term)
  return type(term) == "table" and type(term.label) == "string"
         and math.type(term.count) == "integer"
         and math.type(term.each) == "integer"
         and term.points == term.count * term.each
end

-- Terms that add up to no less than nothing: a score is never reduced.
local function is_list_of_terms(value)
  if type(value) ~= "table" then
    return false
  end
  local points = 0
  for _, term in ipairs(value) do
    if not is_term(term) then
      return false
    end
    points = points + term.points
  end
  return points >= 0
end

-- What a rule may give, by the word that it declares: in a sentence, and
-- whether a value is that.
local GIVES = {
  integer  = { "an integer", function(value)
    return math.type(value) == "integer"
  end },
  boolean  = { "true or false", function(value)
    return value == nil or type(value) == "boolean"
  end },
  optional = { "an integer or nil", function(value)
    return value == nil or math.type(value) == "integer"
  end },
  terms    = { "a list of terms, as score.term makes them, of 0 points or more",
               is_list_of_terms },
  area     = { "an area, as game:largest_area gives it", function(value)
    return type(value) == "table" and math.type(value.spaces) == "integer"
           and math.type(value.starts) == "integer"
           and type(value.list) == "table"
  end },
}

local function shown(value)
  if type(value) == "number" or type(value) == "nil" then
    return tostring(value)
  end
  return "a " .. type(value)
end

-- The replacement, blamed by its place when it gives something that a step
-- could not use.
local function checked(rule, replacement, where)
  local gives = GIVES[rule.gives]
  if not gives then
    return replacement
  end
  local wanted, is = gives[1], gives[2]
  return function(...)
    local value = replacement(...)
    if not is(value) then
      refuse("%s: the rule '%s' must give %s, not %s", where, rule.name,
             wanted, shown(value))
    end
    return value
  end
end

-- Puts the replacement in the place of what is there. One whose first
-- parameter is called `super` gets that; one without it would undo what an
-- earlier variant did.
local function replace(calls, rule, replacement, variant, about_function)
  local super = calls[rule.name]
  local first_parameter, where = about_function(replacement)
  if first_parameter == "super" then
    calls[rule.name] = checked(rule, function(...)
      return replacement(super, ...)
    end, where)
  elseif #rule.replaced_by > 0 then
    refuse("variants '%s' and '%s' both replace the rule '%s', and '%s' does "
           .. "not call super: choose one", rule.replaced_by[#rule.replaced_by],
           variant, rule.name, variant)
  else
    calls[rule.name] = checked(rule, replacement, where)
  end
  rule.replaced_by[#rule.replaced_by + 1] = variant
end

-- The functions by name, and what there is to tell of each. `about_function`
-- gives the name of a function's first parameter, and where it begins.
return function(game, variants, about_function)
  local calls, about = {}, {}
  for name, rule in pairs(game.rules) do
    calls[name] = rule.call
    about[name] = { name = name, numbers = rule.numbers, says = rule.says,
                    gives = rule.gives, replaced_by = {} }
  end
  for _, variant in ipairs(variants) do
    for name, replacement in pairs(variant.rules or {}) do
      if not about[name] then
        refuse("variant '%s' replaces the rule '%s', which %s does not have%s",
               variant.name, name, game.name,
               sentence.instead(name, sentence.keys(about)))
      elseif type(replacement) ~= "function" then
        refuse("%s: the rule '%s' must be a function, not a %s", variant.path,
               name, type(replacement))
      end
      replace(calls, about[name], replacement, variant.name, about_function)
    end
  end
  return calls, about
end
