-- runs

local step    = require "castled.step"
local variant = require "castled.variant"

return variant {
  name    = "asks-nobody",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  steps = {
    before = {
      draw_tile = step.ask {
        name    = "think",
        player  = function() end,
        choices = function()
          return { { pass = true } }
        end,
        apply   = function() end,
      },
    },
  },
}
