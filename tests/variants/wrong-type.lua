-- refused: tests/variants/wrong-type.lua: the variant: 'rules' must be a table,
--   as in rules = { wall_tile_9_points = function() return 10 end }, not a string

local variant = require "castled.variant"

return variant {
  name    = "wrong-type",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  rules = "none",
}
