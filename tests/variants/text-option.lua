-- refused: tests/variants/text-option.lua: 'texts': en.questions.place_tile: a
--   text cannot name game.options: what is to be read there must be a field of
--   the choice or the event

local variant = require "castled.variant"

return variant {
  name    = "text-option",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },
  texts = { en = { questions = {
    place_tile = "{player:seats}, for {game.options.first_player}?",
  } } },
}
