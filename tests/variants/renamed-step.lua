-- refused: variant 'renamed-step' replaces the step 'extra_turn' by one called
--   'no_extra_turn': a replacement keeps the name

local step    = require "castled.step"
local variant = require "castled.variant"

return variant {
  name    = "renamed-step",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  steps = {
    replace = {
      extra_turn = step.automatic {
        name = "no_extra_turn", apply = function() end,
      },
    },
  },
}
