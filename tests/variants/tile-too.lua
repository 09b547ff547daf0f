-- refused: variant 'tile' and variant 'tile-too' both have a tile 'new1':
--   rename one
-- with: tests/variants/tile.lua

local variant = require "castled.variant"

return variant {
  name    = "tile-too",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  tiles = {
    { name = "new1", picture = "..P.." .. "..P.." .. "..P.." .. "..P.." .. "..P.." },
  },
}
