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

  -- What is asked.
  table_how_place = "Señale el tablero o muévase con las flechas; R o la rueda gira "
                  .. "la loseta. Un clic o Intro la pone, otra vez confirma. "
                  .. "? muestra las teclas.",
  table_how_touch = "Toque un espacio; toque otra vez la loseta para girarla.",
  table_confirm = "Confirmar",
  table_confirm_place = "Ponerla aquí",
  table_choice_at = "{choice}, {where}",
  table_part_middle = "en el centro",
  table_part_north = "al norte",
  table_part_north_east = "al noreste",
  table_part_east = "al este",
  table_part_south_east = "al sureste",
  table_part_south = "al sur",
  table_part_south_west = "al suroeste",
  table_part_west = "al oeste",
  table_part_north_west = "al noroeste",
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
  table_draw_agree_ask = "¿Acepta las tablas?",
  table_draw_decline = "Seguir jugando",
  table_draw_declined = "Las tablas se han rechazado.",
  table_resign  = "Rendirse",
  table_resign_ask = "¿Se rinde?",
  table_won = "Ha ganado",
  table_lost = "Ha perdido",
  table_is_draw = "Tablas",
  table_no_winner = "No gana nadie",
  table_has_won = "Gana {player}",
  table_rematch = "Revancha",
  table_rematch_asked = "Usted quiere jugar otra vez; se pregunta a los demás.",
  table_rematch_offered = "{player}: ¿otra partida?",
  table_rematch_declined = "{player} no quiere otra partida.",
  table_rematch_left = "{player} ya no está aquí.",
  table_rematch_accept = "Aceptar",
  table_rematch_decline = "No, gracias",
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
  table_how_to_says = "Como está impreso el juego; si una regla de la casa de arriba dice "
                  .. "otra cosa, vale esa.",
  table_lock    = "El candado del orden de las losetas:",
  table_together = "En total",
  table_final   = "Puntuación final",
  table_zoom_out = "El tablero más pequeño",
  table_zoom_in = "El tablero más grande",
}
