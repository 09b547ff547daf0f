-- refused: tests/variants/text-step.lua: 'texts': en.questions.place_tiles:
--   there is no step 'place_tiles' to have a text; did you mean 'place_tile'?

local variant = require "castled.variant"

return variant {
  name    = "text-step",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  texts = { en = { questions = { place_tiles = "Where?" } } },
}
