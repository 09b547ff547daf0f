-- refused: tests/variants/no-such-pile.lua: step 'z': there is no pile
--   'tiles'; there is 'castle_tiles', 'wall_tiles'

local step    = require "castled.step"
local variant = require "castled.variant"

return variant {
  name    = "no-such-pile",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  steps = {
    before = {
      place_tile = step.chance {
        name  = "z",
        draw  = function()
          return { pile = "tiles" }
        end,
        apply = function() end,
      },
    },
  },
}
