-- CS-80, CS-64: wall tile 4 as in Rio Grande's English rules. The Castle's own
-- rule says the same; this variant holds to it by name.

local score   = require "castled.score"
local variant = require "castled.variant"

return variant {
  name    = "rgg",
  group   = "path-scoring",
  numbers = { "CS-80", "CS-64" },
  title   = { en = "Wall tile 4: the fountain counts",
              es = "Loseta de muralla 4: la fuente cuenta" },
  summary = { en = "Wall tile 4 brings 2 points for each tile of a path with a fountain.",
              es = "La loseta de muralla 4 da 2 puntos por loseta de un camino con fuente." },
  needs   = { api = 1, game = "castle" },

  rules = {
    incomplete_path_points = function(_, path)
      if path.fountain > 0 then
        return { score.term("tiles_with_fountain", path.tiles, 2) }
      end
      return { score.term("tiles", path.tiles, 1) }
    end,
  },
}
