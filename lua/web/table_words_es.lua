-- What the table says, in Spanish; table_words_en.lua says what this is.

return {
  table_title_turn = "Le toca – {game}",
  table_you     = "usted",
  table_away    = "ausente",
  table_points  = "{count|punto|puntos}",
  table_followers = "{count|seguidor|seguidores}",
  table_keep    = "Torreón, de tamaño {size}",
  table_turn_number = "Turno {turn}",
  table_left    = "{count|queda|quedan} {count} {count|loseta|losetas}",

  table_a_tile  = "una loseta",
  table_this_tile = "esta loseta",

  -- What is asked.
  table_how_place = "Señale el tablero o muévase con las flechas; R o la rueda gira "
                  .. "la loseta. Un clic o Intro la pone, otra vez confirma.",
  table_how_touch = "Toque un espacio; toque otra vez la loseta para girarla.",
  table_confirm = "Confirmar",
  table_confirm_place = "Ponerla aquí",
  table_turn    = "Girar a la derecha",
  table_turn_back = "Girar a la izquierda",
  table_undo    = "Deshacer",
  table_hint    = "Pista",
  table_hint_is = "Steward elegiría: {choice}",
  table_chooses = "Elige {player} …",
  table_thinks  = "Piensa {player} …",
  table_undone  = "Deshecho.",

  -- What else can be done.
  table_watching = "Está mirando.",
  table_draw_offer = "Ofrecer tablas",
  table_draw_ask = "¿Ofrece tablas?",
  table_draw_offered = "Oferta de tablas de {player}.",
  table_draw_is_offered = "Usted ofrece tablas.",
  table_draw_agree = "Aceptar",
  table_draw_decline = "Seguir jugando",
  table_draw_declined = "Las tablas se han rechazado.",
  table_resign  = "Rendirse",
  table_resign_ask = "¿Se rinde?",
  table_rematch = "Revancha",
  table_rematch_asked = "Usted quiere jugar otra vez; se pregunta a los demás.",
  table_rematch_offered = "{player}: ¿otra partida?",
  table_next_game = "A la próxima partida",
  table_record  = "Descargar el acta",
  table_verify  = "Verificar",
  table_verify_says = "Su navegador comprueba por sí mismo que el orden de las losetas "
                  .. "quedó fijado antes de la partida, que sale de lo que dieron "
                  .. "todos los jugadores, que las losetas llegaron en él y que nada "
                  .. "del acta se ha cambiado.",
  table_verify_open = "El orden de las losetas salió de una semilla a la vista; su "
                  .. "navegador comprueba que nada del acta se ha cambiado.",
  table_say     = "Diga algo",
  table_say_button = "Decir",
  table_only_players_talk = "Solo hablan quienes juegan.",

  -- Panels.
  table_tab_log = "Sucesos",
  table_tab_talk = "Charla",
  table_tab_left = "Losetas",
  table_tab_points = "Puntos",
  table_tab_rules = "Reglas",
  table_left_says = "Pueden salir en cualquier orden.",
  table_wall_left = "Losetas de muralla que no se han visto (5 están fuera de la "
                  .. "partida)",
  table_no_house_rules = "Ninguna regla de la casa.",
  table_how_to  = "Cómo se juega",
  table_yes     = "sí",
  table_no      = "no",
  table_lock    = "El candado del orden de las losetas:",
  table_together = "En total",
  table_final   = "Puntuación final",
  table_zoom_out = "El tablero más pequeño",
  table_zoom_in = "El tablero más grande",
}
