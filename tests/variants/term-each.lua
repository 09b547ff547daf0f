-- refused: tests/variants/term-each.lua:15: the rule 'tower_points' must give
--   a list of terms, as score.term makes them, of 0 points or more, but term 1
--   ('tiles') has the each 1.5, which is not an integer

local score   = require "castled.score"
local variant = require "castled.variant"

return variant {
  name    = "term-each",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  rules = {
    tower_points = function(_, tower)
      return { score.term("tiles", tower.tiles, 1.5) }
    end,
  },
}
