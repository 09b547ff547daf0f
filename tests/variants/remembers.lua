-- refused: tests/variants/remembers.lua: the game came to something else when
--   it was played again from what is stored of it: a script remembers something
--   outside of 'game', in a local variable of its file

local score   = require "castled.score"
local variant = require "castled.variant"

local towers = 0

return variant {
  name    = "remembers",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  rules = {
    tower_points = function(_, tower)
      towers = towers + 1
      return { score.term("tiles", tower.tiles, towers) }
    end,
  },
}
