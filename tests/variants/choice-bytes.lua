-- refused: tests/variants/choice-bytes.lua: step 'z': choice 1 has a string that
--   is not UTF-8: word

local players = require "castle.players"
local step    = require "castled.step"
local variant = require "castled.variant"

return variant {
  name    = "choice-bytes",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  steps = {
    before = {
      place_tile = step.ask {
        name    = "z",
        player  = players.on_turn,
        choices = function()
          return { { word = string.char(255) } }
        end,
        apply   = function() end,
      },
    },
  },
}
