-- refused: tests/variants/choices-by-name.lua: step 'z': choices must be a
--   list of tables, as in { { pass = true } }, and this one has other keys too

local players = require "castle.players"
local step    = require "castled.step"
local variant = require "castled.variant"

return variant {
  name    = "choices-by-name",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  steps = {
    before = {
      place_tile = step.ask {
        name    = "z",
        player  = players.on_turn,
        choices = function()
          return { yes = {}, no = {} }
        end,
        apply   = function() end,
      },
    },
  },
}
