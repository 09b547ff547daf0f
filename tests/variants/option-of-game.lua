-- refused: the game 'castle' and variant 'option-of-game' both declare the
--   option 'first_player': rename one

local variant = require "castled.variant"

return variant {
  name    = "option-of-game",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  options = {
    first_player = {
      type = "boolean", default = false, title = { en = "First" },
    },
  },
}
