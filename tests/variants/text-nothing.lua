-- refused: step 'recall': 'texts': choices.recall: it names a field that a
--   choice does not have, which is read as 'null'

local step    = require "castled.step"
local players = require "castle.players"
local variant = require "castled.variant"

return variant {
  name    = "text-nothing",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  steps = { before = { place_tile = step.ask {
    name    = "recall",
    player  = players.on_turn,
    choices = function() return { { pass = true }, { feature = 1 } } end,
    apply   = function() end,
  } } },

  texts = { en = { choices = { recall = "{pass?no one|{folower}}" } } },
}
