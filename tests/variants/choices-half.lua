-- refused: tests/variants/choices-half.lua: step 'z': choices must be a list
--   of tables, as in { { pass = true } }, and this one has other keys too

local players = require "castle.players"
local step    = require "castled.step"
local variant = require "castled.variant"

return variant {
  name    = "choices-half",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  steps = {
    before = {
      place_tile = step.ask {
        name    = "z",
        player  = players.on_turn,
        choices = function()
          return { { pass = true }, no = {} }
        end,
        apply   = function() end,
      },
    },
  },
}
