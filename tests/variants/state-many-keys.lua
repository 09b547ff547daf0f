-- refused: tests/variants/state-many-keys.lua: step 'remember': the game's
--   state has a table with more than 128 keys: game.memo

local step    = require "castled.step"
local variant = require "castled.variant"

return variant {
  name    = "state-many-keys",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  steps = {
    after = {
      place_follower = step.automatic {
        name  = "remember",
        apply = function(game)
          game.memo = {}
          for index = 1, 200 do
            game.memo["key" .. index] = index
          end
        end,
      },
    },
  },
}
