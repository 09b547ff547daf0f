-- refused: tests/variants/asks-write-first.lua:20: game.asked is written
--   where a step only asks: the game is changed by a step's 'apply', not by
--   'player', 'choices' or 'draw', nor by a rule that they call

local players = require "castle.players"
local step    = require "castled.step"
local variant = require "castled.variant"

return variant {
  name    = "asks-write-first",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },
  steps = {
    before = {
      place_tile = step.ask {
        name    = "z",
        player  = players.on_turn,
        choices = function(game)
          game.asked = true
          return { { a = 1 }, { a = 2 } }
        end,
        apply   = function() end,
      },
    },
  },
}
