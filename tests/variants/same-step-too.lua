-- runs

local step    = require "castled.step"
local variant = require "castled.variant"

return variant {
  name    = "same-step-too",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  steps = {
    replace = {
      extra_turn = step.automatic {
        name = "extra_turn", apply = function() end,
      },
    },
  },
}
