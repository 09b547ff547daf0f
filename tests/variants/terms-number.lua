-- refused: tests/variants/terms-number.lua:13: the rule 'tower_points' must
--   give a list of terms, as score.term makes them, of 0 points or more, not 3

local variant = require "castled.variant"

return variant {
  name    = "terms-number",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  rules = {
    tower_points = function()
      return 3
    end,
  },
}
