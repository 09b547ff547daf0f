-- refused: tests/variants/state-shared.lua: step 'remember': the game's state
--   has one table in two places: game.best and game.players[1]

local step    = require "castled.step"
local variant = require "castled.variant"

return variant {
  name    = "state-shared",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  steps = {
    after = {
      place_follower = step.automatic {
        name  = "remember",
        apply = function(game)
          game.best = game.players[1]
        end,
      },
    },
  },
}
