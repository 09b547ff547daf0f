-- refused: tests/variants/term-negative.lua:15: the rule 'tower_points' must
--   give a list of terms, as score.term makes them, of 0 points or more, but
--   they add up to -3

local score   = require "castled.score"
local variant = require "castled.variant"

return variant {
  name    = "term-negative",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  rules = {
    tower_points = function()
      return { score.term("tiles", 1, -3) }
    end,
  },
}
