-- runs
-- option: first_player=black

local variant = require "castled.variant"

return variant {
  name    = "set",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  set = { first_player = "black" },
}
