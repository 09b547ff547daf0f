-- CS-86: who has as many followers as the other scores, too.

local variant = require "castled.variant"

return variant {
  name    = "share-ties",
  title   = { en = "Ties score",
              es = "Los empates puntúan" },
  summary = { en = "Where both players have equally many followers on a completed "
                   .. "path, tower or house, both score it.",
              es = "Donde ambos jugadores tienen el mismo número de seguidores en un "
                   .. "camino, torre o casa completos, ambos puntúan." },
  numbers = { "CS-86", "CS-55" },
  needs   = { api = 1, game = "castle" },

  rules = {
    tie_scores = function()
      return true
    end,
  },
}
