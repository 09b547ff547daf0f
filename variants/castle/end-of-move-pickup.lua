-- CS-81: wall tiles are taken once, when the turn's scoring is done.

local variant = require "castled.variant"

return variant {
  name    = "end-of-move-pickup",
  group   = "wall-pickup",
  numbers = { "CS-81", "CS-56" },
  title   = { en = "Wall tiles at the end of the move",
              es = "Losetas de muralla al final del movimiento" },
  summary = { en = "A wall tile is taken only where a marker stands after all the scoring of the turn.",
              es = "Solo se toma una loseta de muralla donde queda un marcador tras puntuar todo el turno." },
  needs   = { api = 1, game = "castle" },

  rules = {
    wall_tile_taken_now = function(game)
      return #game.to_score == 0
    end,
  },
}
