-- runs

local variant = require "castled.variant"

return variant {
  name    = "tile",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  tiles = {
    { name = "new1", picture = "..P.." .. "..P.." .. "..P.." .. "..P.." .. "..P.." },
  },
}
