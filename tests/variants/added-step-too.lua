-- refused: variant 'added-step-too' adds a step called 'pause', but variant
--   'added-step' has one of that name: rename it
-- with: tests/variants/added-step.lua

local step    = require "castled.step"
local variant = require "castled.variant"

return variant {
  name    = "added-step-too",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  steps = {
    before = {
      next_player = step.automatic {
        name = "pause", apply = function() end,
      },
    },
  },
}
