-- refused: tests/variants/player-number.lua: step 'z': 'player' must be a
--   player, a seat from 1 to 2, or nil, not 3

local step    = require "castled.step"
local variant = require "castled.variant"

return variant {
  name    = "player-number",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  steps = {
    before = {
      place_tile = step.ask {
        name    = "z",
        player  = function()
          return 3
        end,
        choices = function()
          return { { pass = true } }
        end,
        apply   = function() end,
      },
    },
  },
}
