-- refused: variant 'tiles-many' brings 69 tiles: with those that were there,
--   more than 128

local variant = require "castled.variant"

local tiles = {}
for index = 1, 69 do
  tiles[index] = { name = "x" .. index, picture = "........................." }
end

return variant {
  name    = "tiles-many",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  tiles = tiles,
}
