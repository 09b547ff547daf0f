-- refused: tests/variants/next-nowhere.lua: step 'z': 'next' gives 'nowhere',
--   which is no step and no part of the game

local step    = require "castled.step"
local variant = require "castled.variant"

return variant {
  name    = "next-nowhere",
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
          return "nowhere"
        end,
      },
    },
  },
}
