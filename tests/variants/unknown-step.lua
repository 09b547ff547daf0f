-- refused: variant 'unknown-step' changes the step 'next_turn', which castle
--   does not have; did you mean 'extra_turn'?

local step    = require "castled.step"
local variant = require "castled.variant"

return variant {
  name    = "unknown-step",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  steps = {
    before = {
      next_turn = step.automatic {
        name = "pause", apply = function() end,
      },
    },
  },
}
