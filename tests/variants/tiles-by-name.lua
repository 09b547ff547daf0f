-- refused: tests/variants/tiles-by-name.lua: 'tiles' must be a list,
--   without names such as 'new1'

local variant = require "castled.variant"

return variant {
  name    = "tiles-by-name",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  tiles = {
    new1 = { picture = "..P.." .. "..P.." .. "..P.." .. "..P.." .. "..P.." },
  },
}
