-- runs

local step    = require "castled.step"
local variant = require "castled.variant"

return variant {
  name    = "added-step",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  steps = {
    after = {
      place_tile = step.automatic {
        name = "pause", apply = function() end,
      },
    },
  },
}
