-- refused: tests/variants/remembers-most.lua: the game came to something else
--   when it was played again from what is stored of it: a script remembers
--   something outside of 'game', in a local variable of its file

local score   = require "castled.score"
local variant = require "castled.variant"

local most = 0

return variant {
  name    = "remembers-most",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  rules = {
    path_points = function(_, path)
      if path.tiles > most then
        most = path.tiles
      end
      return { score.term("tiles", most, 2) }
    end,
  },
}
