-- refused: tests/variants/term-label.lua:14: the rule 'path_points': there are no
--   words for the label 'tile', as in texts = { en = { terms = { tile = "..." } }
--   }; did you mean 'tiles'?

local score   = require "castled.score"
local variant = require "castled.variant"

return variant {
  name    = "term-label",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },
  rules = {
    path_points = function(_, path)
      return { score.term("tile", path.tiles, 2) }
    end,
  },
}
