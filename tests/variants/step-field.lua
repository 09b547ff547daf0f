-- refused: tests/variants/step-field.lua:15: step 'pause' has no field
--   'choice'; did you mean 'choices'?

local step    = require "castled.step"
local variant = require "castled.variant"

return variant {
  name    = "step-field",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  steps = {
    before = {
      next_player = step.ask { name = "pause", choice = function() end },
    },
  },
}
