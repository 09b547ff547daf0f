-- refused: tests/variants/writes-options.lua:17: game.options is read-only: call
--   what is yours something else

local step    = require "castled.step"
local variant = require "castled.variant"

return variant {
  name    = "writes-options",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },
  steps = {
    before = {
      place_tile = step.automatic {
        name  = "z",
        apply = function(game)
          game.options = { first_player = "white" }
        end,
      },
    },
  },
}
