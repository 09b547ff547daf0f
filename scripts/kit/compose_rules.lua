-- The rules of a ruleset: the game's, each perhaps replaced by variants, one
-- after the other.

local sentence = require "castled.sentence"

local refuse = sentence.refuse

-- What is wrong with a term, or nil.
local function term_problem(term)
  if type(term) ~= "table" or type(term.label) ~= "string" then
    return "is " .. sentence.shown(term)
  end
  for _, field in ipairs({ "count", "each" }) do
    if math.type(term[field]) ~= "integer" then
      return "has the " .. field .. " " .. sentence.shown(term[field])
             .. ", which is not an integer"
    end
  end
  if term.points ~= term.count * term.each then
    return "has the points " .. sentence.shown(term.points)
           .. ", not count times each"
  end
  return nil
end

-- What is wrong with a list of terms, or nil. They add up to no less than
-- nothing: a score is never reduced.
local function terms_problem(value)
  if type(value) ~= "table" then
    return "not " .. sentence.shown(value)
  end
  local points, count, entries = 0, 0, 0
  for _, term in ipairs(value) do
    count = count + 1
    local problem = term_problem(term)
    if problem then
      local label = type(term) == "table" and type(term.label) == "string"
                    and " ('" .. term.label .. "')" or ""
      return "but term " .. count .. label .. " " .. problem
    end
    points = points + term.points
  end
  for _ in pairs(value) do
    entries = entries + 1
  end
  if entries > count then
    return "but this is no list, or has a hole: after term " .. count
           .. " comes nil"
  end
  return points < 0 and "but they add up to " .. points or nil
end

-- What a rule may give, by the word that it declares: in a sentence, and
-- whether a value is that, with the number of seats.
local GIVES = {
  integer  = { "an integer", function(value)
    return math.type(value) == "integer"
  end },
  boolean  = { "true or false", function(value)
    return type(value) == "boolean"
  end },
  optional = { "an integer or nil", function(value)
    return value == nil or math.type(value) == "integer"
  end },
  seat     = { "a seat, 1 for the first, or nil", function(value, seats)
    return value == nil
           or math.type(value) == "integer" and value >= 1 and value <= seats
  end },
  area     = { "an area, as game:largest_area gives it", function(value)
    return type(value) == "table" and math.type(value.spaces) == "integer"
           and math.type(value.starts) == "integer"
           and type(value.list) == "table"
  end },
}

-- One of the numbers in a list, or nil.
local function one_of(list)
  return { "one of " .. table.concat(list, ", ") .. ", or nil", function(value)
    local found = value == nil
    for _, known in ipairs(list) do
      found = found or known == value and math.type(value) == "integer"
    end
    return found
  end }
end

-- What is wrong with the labels of a list of terms, or nil: players read them.
local function label_problem(terms, labels)
  for _, term in ipairs(terms) do
    if not labels[term.label] then
      return "there are no words for the label '" .. term.label
             .. "', as in texts = { en = { terms = { " .. term.label
             .. " = \"...\" } } }"
             .. sentence.instead(term.label, sentence.keys(labels))
    end
  end
  return nil
end

-- The function of a rule that gives terms, blamed by its place.
local function checked_terms(rule, replacement, where, labels)
  return function(...)
    local value = replacement(...)
    local problem = terms_problem(value)
    local unknown = not problem and label_problem(value, labels)
    if unknown then
      refuse("%s: the rule '%s': %s", where, rule.name, unknown)
    elseif problem then
      refuse("%s: the rule '%s' must give a list of terms, as score.term makes "
             .. "them, of 0 points or more, %s", where, rule.name, problem)
    end
    return value
  end
end

-- The replacement, blamed by its place when it gives something that a step
-- could not use. `about` has how many `seats` there are, and the `labels` that
-- have words.
local function checked(rule, replacement, where, about)
  if rule.gives == "terms" then
    return checked_terms(rule, replacement, where, about.labels)
  end
  local gives = type(rule.gives) == "table" and one_of(rule.gives)
                or GIVES[rule.gives]
  if not gives then
    return replacement
  end
  local wanted, is = gives[1], gives[2]
  return function(...)
    local value = replacement(...)
    if not is(value, about.seats) then
      refuse("%s: the rule '%s' must give %s, not %s", where, rule.name,
             wanted, sentence.shown(value))
    end
    return value
  end
end

-- The rule as `super`: forgotten most often is the game.
local function checked_super(rule, super, where)
  return function(game, ...)
    if type(game) ~= "table" or not game.rules then
      refuse("%s: the rule '%s' calls super with %s first: it must be the game, "
             .. "as in super(game, ...)", where, rule.name,
             sentence.shown(game))
    end
    return super(game, ...)
  end
end

-- Puts the replacement in the place of what is there. One whose first
-- parameter is called `super` gets that; one without it would undo what an
-- earlier variant did.
local function replace(calls, rule, replacement, variant, about)
  local first_parameter, where, is_late = about.about_function(replacement)
  if is_late then
    refuse("%s: the rule '%s': super must be the first parameter, as in "
           .. "function(super, game, ...)", where, rule.name)
  end
  if first_parameter == "super" then
    local super = checked_super(rule, calls[rule.name], where)
    calls[rule.name] = checked(rule, function(...)
      return replacement(super, ...)
    end, where, about)
  elseif #rule.replaced_by > 0 then
    refuse("variants '%s' and '%s' both replace the rule '%s', and '%s' does "
           .. "not call super: choose one", rule.replaced_by[#rule.replaced_by],
           variant, rule.name, variant)
  else
    calls[rule.name] = checked(rule, replacement, where, about)
  end
  rule.replaced_by[#rule.replaced_by + 1] = variant
end

-- The labels of terms for which the game or a variant has words.
local function labels_of(game, variants)
  local labels = {}
  local function add(texts)
    for _, sections in pairs(texts or {}) do
      for label in pairs(sections.terms or {}) do
        labels[label] = true
      end
    end
  end
  add(game.texts)
  for _, variant in ipairs(variants) do
    add(variant.texts)
  end
  return labels
end

-- The functions by name, and what there is to tell of each. `about_function`
-- gives the name of a function's first parameter, where it begins, and whether a
-- later one is called `super`; `seats` is how many there are.
return function(game, variants, about_function, seats)
  local calls, about = {}, {}
  local known = { about_function = about_function, seats = seats,
                  labels = labels_of(game, variants) }
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
      replace(calls, about[name], replacement, variant.name, known)
    end
  end
  return calls, about
end
