-- refused: variant 'tile-field': tile 1 has no field 'rows'; there is 'name'
--   and 'picture'

local variant = require "castled.variant"

return variant {
  name    = "tile-field",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  tiles = {
    { name = "new1", rows = {} },
  },
}
