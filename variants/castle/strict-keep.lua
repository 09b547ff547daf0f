-- CS-82, CS-72: only spaces inside the wall count for the keep.

local variant = require "castled.variant"

return variant {
  name    = "strict-keep",
  numbers = { "CS-82", "CS-72" },
  title   = { en = "The keep counts only what a tile would fit",
              es = "El torreón solo cuenta donde cabe una loseta" },
  summary = { en = "Uncovered start spaces bring the keep no points.",
              es = "Los espacios de inicio sin cubrir no dan puntos al torreón." },
  needs   = { api = 1, game = "castle" },

  set = { open_start_spaces_count = false },
}
