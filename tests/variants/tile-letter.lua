-- refused: variant 'tile-letter': tile 'new1': the picture has a letter 'Q';
--   there is '.', 'F', 'H', 'M', 'P', 'S' and 'T'

local variant = require "castled.variant"

return variant {
  name    = "tile-letter",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  tiles = {
    { name = "new1", picture = "..Q.." .. "..Q.." .. "..Q.." .. "..Q.." .. "..Q.." },
  },
}
