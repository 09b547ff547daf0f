-- refused: step 'recall': 'texts': choices.recall: two choices that are not
--   alike read alike: it names none of the fields in which they differ

local step    = require "castled.step"
local players = require "castle.players"
local variant = require "castled.variant"

return variant {
  name    = "text-alike",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  steps = { before = { place_tile = step.ask {
    name    = "recall",
    player  = players.on_turn,
    choices = function() return { { pass = true }, { feature = 1 } } end,
    apply   = function() end,
  } } },

  texts = { en = { choices = { recall = "{pas?no one|a follower}" } } },
}
