-- The words of the replay in Spanish.

return {
  replay_open    = "Ver la partida paso a paso",
  replay_opening = "Se repite la partida…",
  replay_failed  = "Esta partida no se puede mostrar paso a paso: {why}.",
  replay_slider  = "Paso de la partida",
  replay_step    = "{step}/{count}",
  replay_first   = "Al principio",
  replay_back    = "Un paso atrás",
  replay_play    = "Reproducir",
  replay_on      = "Un paso adelante",
  replay_last    = "Al final",
  replay_speed   = "Velocidad",
  replay_leave   = "Cerrar",
  replay_undone  = "{player} deshacen lo último.",
}
