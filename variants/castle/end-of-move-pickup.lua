-- CS-81: wall tiles are taken when all the turn's scoring is done. So the order
-- of scoring does not matter and is not asked for (CS-56).

local variant = require "castled.variant"

return variant {
  name    = "end-of-move-pickup",
  group   = "wall-pickup",
  numbers = { "CS-81", "CS-56" },
  title   = { en = "Wall tiles at the end of the move",
              es = "Losetas de muralla al final del movimiento" },
  summary = { en = "A wall tile is taken only where a marker stands once all is scored.",
              es = "La loseta de muralla solo se toma donde queda un marcador tras puntuar todo." },
  needs   = { api = 1, game = "castle" },

  rules = {
    wall_tile_taken_now = function(game)
      return #game.to_score == 0
    end,
  },
}
