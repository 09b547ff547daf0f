-- The rules of a ruleset: the game's, each perhaps replaced by variants, one
-- after the other.

local sentence = require "castled.sentence"

local refuse = sentence.refuse

-- Puts the replacement in the place of what is there. One whose first
-- parameter is called `super` gets that; one without it would undo what an
-- earlier variant did.
local function replace(calls, rule, replacement, variant, first_parameter)
  local super = calls[rule.name]
  if first_parameter(replacement) == "super" then
    calls[rule.name] = function(...)
      return replacement(super, ...)
    end
  elseif #rule.replaced_by > 0 then
    refuse("variants '%s' and '%s' both replace the rule '%s', and '%s' does "
           .. "not call super: choose one", rule.replaced_by[#rule.replaced_by],
           variant, rule.name, variant)
  else
    calls[rule.name] = replacement
  end
  rule.replaced_by[#rule.replaced_by + 1] = variant
end

-- The functions by name, and what there is to tell of each. `first_parameter`
-- gives the name of a function's first parameter.
return function(game, variants, first_parameter)
  local calls, about = {}, {}
  for name, rule in pairs(game.rules) do
    calls[name] = rule.call
    about[name] = { name = name, numbers = rule.numbers, says = rule.says,
                    replaced_by = {} }
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
      replace(calls, about[name], replacement, variant.name, first_parameter)
    end
  end
  return calls, about
end
