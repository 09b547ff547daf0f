-- refused: variant 'tile-size': tile 'new1': the picture must have 25 letters,
--   5 rows of 5, not 15

local variant = require "castled.variant"

return variant {
  name    = "tile-size",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  tiles = {
    { name = "new1", picture = "..P.." .. "..P.." .. "..P.." },
  },
}
