-- refused: variants 'same-step' and 'same-step-too' both replace the step
--   'extra_turn': choose one
-- with: tests/variants/same-step-too.lua

local step    = require "castled.step"
local variant = require "castled.variant"

return variant {
  name    = "same-step",
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
