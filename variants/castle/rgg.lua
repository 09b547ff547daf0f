-- CS-80, CS-64: wall tile 4 as in Rio Grande's English rules. That is what The
-- Castle's own rule says, so there is nothing to replace: who names this
-- variant holds to it.

local variant = require "castled.variant"

return variant {
  name    = "rgg",
  group   = "path-scoring",
  numbers = { "CS-80", "CS-64" },
  title   = { en = "Wall tile 4: fountains count",
              es = "Loseta de muralla 4: las fuentes cuentan" },
  summary = { en = "Wall tile 4 brings 2 points a tile when its path has a fountain.",
              es = "La loseta de muralla 4 da 2 puntos por loseta si su camino tiene fuente." },
  needs   = { api = 1, game = "castle" },
}
