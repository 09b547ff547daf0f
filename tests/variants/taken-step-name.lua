-- refused: variant 'taken-step-name' adds a step called 'place_tile', but the
--   game has one of that name: rename it

local step    = require "castled.step"
local variant = require "castled.variant"

return variant {
  name    = "taken-step-name",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  steps = {
    before = {
      extra_turn = step.automatic {
        name = "place_tile", apply = function() end,
      },
    },
  },
}
