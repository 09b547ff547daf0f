-- refused: the game 'castle' and variant 'tile-taken' both have a tile 'c01':
--   rename one

local variant = require "castled.variant"

return variant {
  name    = "tile-taken",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  tiles = {
    { name = "c01", picture = "..P.." .. "..P.." .. "..P.." .. "..P.." .. "..P.." },
  },
}
