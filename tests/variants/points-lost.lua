-- refused: tests/variants/points-lost.lua:19: players.score: points must be an
--   integer from 0 on, not -1: a score is never reduced (CS-58)

local players = require "castle.players"
local step    = require "castled.step"
local variant = require "castled.variant"

return variant {
  name    = "points-lost",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  steps = {
    after = {
      place_follower = step.automatic {
        name  = "z",
        apply = function(game)
          players.score(game, players.on_turn(game), -1)
        end,
      },
    },
  },
}
