-- refused: tests/variants/term-points.lua:14: the rule 'tower_points' must
--   give a list of terms, as score.term makes them, of 0 points or more, but
--   term 1 ('tiles') has the points 5, not count times each

local variant = require "castled.variant"

return variant {
  name    = "term-points",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  rules = {
    tower_points = function()
      return { { label = "tiles", count = 1, each = 2, points = 5 } }
    end,
  },
}
