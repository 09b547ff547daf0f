-- refused: tests/variants/state-fraction.lua: step 'remember': the game's
--   state has a number that is not an integer: game.players[1].bonus is 0.5

local step    = require "castled.step"
local variant = require "castled.variant"

return variant {
  name    = "state-fraction",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  steps = {
    after = {
      place_follower = step.automatic {
        name  = "remember",
        apply = function(game)
          game.players[1].bonus = game.turn / 2
        end,
      },
    },
  },
}
