-- What can be set for a game of The Castle, with range and default.

return {
  first_player = {
    type = "choice", values = { "draw", "white", "black" }, default = "draw",
    title = { en = "Who begins", es = "Quién empieza" },          -- CS-11
  },
  start_space_matches = {
    type = "boolean", default = true,
    title = { en = "Start spaces are matched like tiles",
              es = "Los espacios de inicio encajan como losetas" }, -- CS-34
  },
  open_start_spaces_count = {
    type = "boolean", default = true,
    title = { en = "Open start spaces count for the keep",
              es = "Los espacios de inicio libres cuentan para el torreón" },
  },                                                              -- CS-72
}
