-- refused: tests/variants/choice-function.lua: step 'z': choice 1 has a value
--   of type function: how

local players = require "castle.players"
local step    = require "castled.step"
local variant = require "castled.variant"

return variant {
  name    = "choice-function",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  steps = {
    before = {
      place_tile = step.ask {
        name    = "z",
        player  = players.on_turn,
        choices = function()
          return { { how = players.on_turn } }
        end,
        apply   = function() end,
      },
    },
  },
}
