-- refused: tests/variants/player-name.lua: step 'z': 'player' must be a
--   player, a seat from 1 to 2, or nil, not 'white'

local step    = require "castled.step"
local variant = require "castled.variant"

return variant {
  name    = "player-name",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  steps = {
    before = {
      place_tile = step.ask {
        name    = "z",
        player  = function()
          return "white"
        end,
        choices = function()
          return { { pass = true } }
        end,
        apply   = function() end,
      },
    },
  },
}
