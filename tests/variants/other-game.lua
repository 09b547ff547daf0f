-- refused: variant 'other-game' is for the game 'falcon', not for 'castle'

local variant = require "castled.variant"

return variant {
  name    = "other-game",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "falcon" },
}
