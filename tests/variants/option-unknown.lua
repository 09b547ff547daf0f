-- refused: there is no option 'first_plaier'; did you mean 'first_player'?
-- option: first_plaier=white

local variant = require "castled.variant"

return variant {
  name    = "option-unknown",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },
}
