-- refused: variant 'step-called-final': a step cannot be called 'final', as a
--   part of the game is

local step    = require "castled.step"
local variant = require "castled.variant"

return variant {
  name    = "step-called-final",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  steps = {
    before = {
      next_player = step.automatic {
        name = "final", apply = function() end,
      },
    },
  },
}
