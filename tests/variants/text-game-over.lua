-- refused: tests/variants/text-game-over.lua: 'texts': en.events.game_over:
--   there is no field 'bogus' to be told

local variant = require "castled.variant"

return variant {
  name    = "text-game-over",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  texts = { en = { events = { game_over = "{bogus}" } } },
}
