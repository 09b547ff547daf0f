-- CS-80, CS-64: wall tile 4 as in the German rules.

local score   = require "castled.score"
local variant = require "castled.variant"

return variant {
  name    = "german",
  group   = "path-scoring",
  numbers = { "CS-80", "CS-64" },
  title   = { en = "Wall tile 4: fountains do not count",
              es = "Loseta de muralla 4: las fuentes no cuentan" },
  summary = { en = "Wall tile 4 brings 1 point a tile, also on a path with a fountain.",
              es = "La loseta de muralla 4 da 1 punto por loseta, tenga fuente el camino o no." },
  needs   = { api = 1, game = "castle" },

  rules = {
    incomplete_path_points = function(_, path)
      return { score.term("tiles", path.tiles, 1) }
    end,
  },
}
