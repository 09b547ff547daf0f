-- refused: tests/variants/state-hole.lua: step 'remember': the game's state
--   has a list with holes: game.memo

local step    = require "castled.step"
local variant = require "castled.variant"

return variant {
  name    = "state-hole",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  steps = {
    after = {
      place_follower = step.automatic {
        name  = "remember",
        apply = function(game)
          game.memo = { 1, nil, 3 }
        end,
      },
    },
  },
}
