-- refused: tests/variants/step-name.lua: a step cannot be called 'my step': a
--   name has a-z, 0-9 and _ only

local step    = require "castled.step"
local variant = require "castled.variant"

return variant {
  name    = "step-name",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  steps = {
    before = {
      next_player = step.automatic {
        name = "my step", apply = function() end,
      },
    },
  },
}
