-- refused: tests/variants/circle.lua: step 'z': the game goes round in a
--   circle, and nobody is asked anything: 'draw_tile', 'z'
--   (circle)

local step    = require "castled.step"
local variant = require "castled.variant"

return variant {
  name    = "circle",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  steps = {
    before = {
      place_tile = step.ask {
        name    = "z",
        player  = function() end,
        choices = function()
          return { { pass = true } }
        end,
        apply   = function() end,
        next    = function()
          return "draw_tile"
        end,
      },
    },
  },
}
