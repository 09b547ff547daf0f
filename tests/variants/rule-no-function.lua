-- refused: tests/variants/rule-no-function.lua: the rule 'keep_bonus' must be a
--   function, not a number

local variant = require "castled.variant"

return variant {
  name    = "rule-no-function",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  rules = { keep_bonus = 3 },
}
