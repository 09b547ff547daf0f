-- runs

local variant = require "castled.variant"

return variant {
  name    = "texts-of-game",
  title   = { en = "A test" },
  summary = { en = "The game's own texts." },
  needs   = { api = 1, game = "castle" },

  texts = require "castle.texts",
}
