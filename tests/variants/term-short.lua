-- refused: tests/variants/term-short.lua:15: score.term needs a label, how many
--   there are, and the points for each, as in score.term("tiles", path.tiles,
--   1)

local score   = require "castled.score"
local variant = require "castled.variant"

return variant {
  name    = "term-short",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },
  rules = {
    path_points = function()
      return { score.term("tiles", 3) }
    end,
  },
}
