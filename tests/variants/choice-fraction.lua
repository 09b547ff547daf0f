-- refused: tests/variants/choice-fraction.lua: step 'z': choice 2 has a number
--   that is not an integer: share is 1.5

local players = require "castle.players"
local step    = require "castled.step"
local variant = require "castled.variant"

return variant {
  name    = "choice-fraction",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  steps = {
    before = {
      place_tile = step.ask {
        name    = "z",
        player  = players.on_turn,
        choices = function()
          return { { share = 1 }, { share = 1.5 } }
        end,
        apply   = function() end,
      },
    },
  },
}
