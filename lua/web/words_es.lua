-- The page's words in Spanish; words_en.lua says what this is.

return {
  page_title    = "castled",
  page_failed   = "Esta página ha fallado. Se ha dibujado de nuevo; a la partida no "
                  .. "le ha pasado nada.",
  turn_elsewhere = "Le toca en otra partida.",
  to_lobby      = "A la sala",
  entering      = "Se abre la puerta…",
  no_such_game  = "No existe esa partida. Quizá se haya borrado.",
  nowhere_title = "Aquí no hay nada",
  nowhere_says  = "Esta dirección no lleva a ninguna parte.",

  -- Games in words, on several screens.
  on            = "sí",
  off           = "no",
  against       = "contra",
  away          = "ausente",
  as_printed    = "como en el reglamento",
  seat_is_free  = "asiento libre",
  seat_is_held  = "por invitación",
  player_human  = "alguien",
  player_steward = "Steward",
  player_random = "Random",
  no_house_rules = "Sin reglas de la casa.",
  rule_count    = "{count} {count|regla|reglas} de la casa",
  game_is       = "Partida {game}{public?, a la vista de todos|, solo por enlace}",
  level_1       = "El orden de las losetas lo sellan todos los que juegan.",
  level_0       = "El orden sale de una semilla; no se sella nada.",
  clock_none    = "Sin reloj",
  clock_choice  = "{time} para cada elección",
  clock_game    = "{time} por jugador{seconds?, y {seconds} s más por cada "
                  .. "elección|}",
  clock_choice_short = "{time} por jugada",
  clock_game_short = "{time}{seconds? + {seconds} s|}",
  group_path_scoring = "Puntos de caminos",
  group_wall_pickup = "Losetas de muralla",

  -- The lobby.
  lobby_title   = "Construyan juntos un castillo",
  lobby_lead    = "Carcassonne: El Castillo para dos, contra un amigo, un "
                  .. "desconocido o un bot. Sin cuenta; de cada mezcla se puede "
                  .. "demostrar que fue limpia.",
  play_against_steward = "Jugar contra Steward",
  play_against_random = "Jugar contra Random",
  new_game      = "Partida nueva",
  lobby_own     = "Sus partidas",
  lobby_open    = "Partidas abiertas",
  lobby_playing = "En juego",
  lobby_over    = "Partidas acabadas",
  lobby_open_none = "Ahora mismo nadie espera a un rival. Cree una partida, y quien "
                  .. "llegue la encontrará aquí.",
  lobby_playing_none = "No hay ninguna partida en juego.",
  lobby_over_none = "Todavía no ha acabado ninguna partida.",
  asking        = "Un momento…",
  more          = "Ver más",
  enter_open    = "Sentarse",
  enter_watch   = "Mirar",
  enter_look    = "Ver de nuevo",
  enter_go_on   = "Seguir",
  state_turn    = "le toca",
  state_open    = "espera",
  state_playing = "en juego",
  state_over    = "acabada",
  badge_open_order = "orden abierto",
  badge_by_link = "por enlace",
  by_link_says  = "Esta partida solo la encuentra quien tenga el enlace.",
}
