-- refused: tests/variants/state-feature.lua: step 'remember': the game's state
--   has what lasts for one call only, such as a feature or a segment: game.memo;
--   of a feature keep its id

local step    = require "castled.step"
local variant = require "castled.variant"

return variant {
  name    = "state-feature",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  steps = {
    after = {
      place_follower = step.automatic {
        name  = "remember",
        apply = function(game)
          game.memo = game:features("path")[1]
        end,
      },
    },
  },
}
