-- What can be set for a game of The Castle, with range and default.

return {
  first_player = {
    type = "choice", values = { "draw", "white", "black" }, default = "draw",
    title = { en = "Who begins", es = "Quién empieza" },          -- CS-11
    summary = { en = "Who has the first turn. By lot: a roll decides.",
                es = "Quién tiene el primer turno. Por sorteo: decide una tirada." },
  },
  start_space_matches = {
    type = "boolean", default = true,
    title = { en = "Paths must fit the start spaces",              -- CS-34
              es = "Los caminos deben encajar con los espacios de inicio" },
    summary = {
      en = "A path on a start space must go on, and no path may be laid against "
           .. "one that shows none. Otherwise they are like plain wall.",
      es = "El camino de un espacio de inicio debe seguir, y contra uno sin camino "
           .. "no se pone ninguno. Si no, son como el resto de la muralla.",
    },
  },
  open_start_spaces_count = {
    type = "boolean", default = true,
    title = { en = "Uncovered start spaces bring the keep points",
              es = "Los espacios de inicio sin cubrir dan puntos al torreón" },
    summary = {                                                   -- CS-72
      en = "At the end each uncovered start space beside the largest empty area "
           .. "counts as one more space of it.",
      es = "Al final cada espacio de inicio sin cubrir junto a la mayor zona vacía "
           .. "cuenta como un espacio más de ella.",
    },
  },
}
