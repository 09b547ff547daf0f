-- refused: tests/variants/term-hole.lua:15: the rule 'tower_points' must give
--   a list of terms, as score.term makes them, of 0 points or more, but this is
--   no list, or has a hole: after term 1 comes nil

local score   = require "castled.score"
local variant = require "castled.variant"

return variant {
  name    = "term-hole",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  rules = {
    tower_points = function()
      return { score.term("tiles", 1, 1), nil, score.term("tiles", 1, 1) }
    end,
  },
}
