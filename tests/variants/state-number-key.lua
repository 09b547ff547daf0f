-- refused: tests/variants/state-number-key.lua: step 'remember': the game's
--   state has a table with a key that is neither a string nor a place in a list
--   without holes: game.memo[2]

local step    = require "castled.step"
local variant = require "castled.variant"

return variant {
  name    = "state-number-key",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  steps = {
    after = {
      place_follower = step.automatic {
        name  = "remember",
        apply = function(game)
          game.memo = { [2 * game.turn] = true }
        end,
      },
    },
  },
}
