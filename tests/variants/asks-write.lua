-- refused: tests/variants/asks-write.lua: step 'z': its 'player' or 'choices'
--   writes into the game, which only its setup and a step's 'apply' may change

local players = require "castle.players"
local step    = require "castled.step"
local variant = require "castled.variant"

return variant {
  name    = "asks-write",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  steps = {
    before = {
      place_tile = step.ask {
        name    = "z",
        player  = players.on_turn,
        choices = function(game)
          if game.asked then
            game.asked = game.asked + 1
          end
          return { { a = 1 }, { a = 2 } }
        end,
        apply   = function(game)
          game.asked = 1
        end,
      },
    },
  },
}
