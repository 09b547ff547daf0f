-- refused: the option 'first_player' cannot be 'white': the variant
--   'set-by-hand' sets it to 'black'
-- option: first_player=white

local variant = require "castled.variant"

return variant {
  name    = "set-by-hand",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  set = { first_player = "black" },
}
