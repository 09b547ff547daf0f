-- CS-80, CS-64: wall tile 4 as in the German rules.

local score   = require "castled.score"
local variant = require "castled.variant"

return variant {
  name    = "german",
  group   = "path-scoring",
  numbers = { "CS-80", "CS-64" },
  title   = { en = "Wall tile 4: one point a tile",
              es = "Loseta de muralla 4: un punto por loseta" },
  summary = { en = "Wall tile 4 brings 1 point for each tile of a path, fountain or not.",
              es = "La loseta de muralla 4 da 1 punto por loseta de un camino, con fuente o sin ella." },
  needs   = { api = 1, game = "castle" },

  rules = {
    incomplete_path_points = function(_, path)
      return { score.term("tiles", path.tiles, 1) }
    end,
  },
}
