-- refused: tests/variants/choice-many-keys.lua: step 'z': choice 1 has a table
--   with more than 128 keys: the table itself

local players = require "castle.players"
local step    = require "castled.step"
local variant = require "castled.variant"

local many = {}
for index = 1, 200 do
  many["key" .. index] = index
end

return variant {
  name    = "choice-many-keys",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  steps = {
    before = {
      place_tile = step.ask {
        name    = "z",
        player  = players.on_turn,
        choices = function()
          return { many }
        end,
        apply   = function() end,
      },
    },
  },
}
