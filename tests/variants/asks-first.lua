-- runs

local players = require "castle.players"
local step    = require "castled.step"
local variant = require "castled.variant"

return variant {
  name    = "asks-first",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  steps = {
    before = {
      draw_tile = step.ask {
        name    = "think",
        player  = function(game)
          return game.turn % 2 == 0 and players.on_turn(game)
        end,
        choices = function()
          return { { pass = true } }
        end,
        apply   = function() end,
      },
    },
  },
}
