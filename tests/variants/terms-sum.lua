-- refused: tests/variants/terms-sum.lua:14: attempt to perform arithmetic on a
--   table value; is it a list of terms? To that points are added as one term
--   more, which score.term makes

local variant = require "castled.variant"

return variant {
  name    = "terms-sum",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },
  rules = {
    path_points = function(super, game, path)
      return super(game, path) + 3
    end,
  },
}
