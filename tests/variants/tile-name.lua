-- refused: variant 'tile-name': a tile cannot be called 'two words': a name
--   has a-z, 0-9 and _ only

local variant = require "castled.variant"

return variant {
  name    = "tile-name",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  tiles = {
    { name = "two words", picture = "........................." },
  },
}
