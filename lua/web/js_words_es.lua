-- What the script in the browser says by itself. The keys reach it without `js_`;
-- of the text forms it knows {name} only.

return {
  js_loading = "Se abre la puerta…",
  js_skip = "Ir a la partida",
  js_new_game = "Partida nueva",
  js_rules = "Reglas",
  js_language = "Idioma",
  js_theme = "Claro u oscuro",
  js_theme_auto = "Auto",
  js_theme_light = "Claro",
  js_theme_dark = "Oscuro",
  js_sound = "Sonido",
  js_reconnecting = "Reconectando…",
  js_reconnected = "Conexión restablecida.",
  js_not_known = "Se cortó la conexión: no se sabe si esto llegó a hacerse.",
  js_no_answer = "No ha sido posible: {reason}",
  js_question_changed = "Ahora se pregunta otra cosa. Elija de nuevo.",
  js_seat_lost = "El servidor no reconoce ahora su asiento. Este navegador guarda lo que lo "
    .. "prueba, y volverá a preguntar con la próxima conexión: {reason}",
  js_seat_not_yet = "El servidor todavía no le deja volver a su asiento, y se le sigue "
    .. "preguntando: {reason}",
  js_failed = "Algo ha salido mal.",
  js_invitation_refused = "La invitación del enlace ya no abre ningún asiento: {reason}",
  js_elsewhere = "Ahora juega esta partida en otra ventana.",
  js_play_here = "Jugar aquí",
  js_not_done = "No hay conexión con el servidor: esto no se ha hecho.",
  js_next_game = "Su próxima partida está lista.",
  js_go_there = "Ir allí",
  js_open = "Abrir",
  js_not_kept = "Este navegador no guarda nada: su asiento en esta partida solo dura "
    .. "mientras no cierre esta página ni la vuelva a cargar.",
  js_no_sealing = "No se ha podido cargar la parte de la página que crea las claves. "
    .. "Inténtelo de nuevo: sin ella este navegador no puede jugar partidas de orden sellado.",
  js_no_verifying = "No se ha podido cargar la parte de la página que verifica.",
  js_player = "Jugador",
  js_yes = "Sí",
  js_cancel = "Cancelar",
  js_close = "Cerrar",
  js_copied = "Copiado.",
  js_board = "Tablero",
  js_place_at = "Columna {column}, fila {row}, giro {turned} de 4. Giros que encajan: "
    .. "{fits}. Lugar {number} de {count}.",
  js_dropped_at = "Colocada en la columna {column}, fila {row}. Intro confirma, Escape la recoge.",
  js_taken_up = "Recogida de nuevo.",
  js_fits_one_way = "Aquí encaja de una sola manera.",
  js_picked = "Elegido: {choice}. Intro confirma.",
  js_keys = "Teclas",
  js_keys_list = "Flechas: el espacio siguiente, o la opción siguiente\n"
    .. "R, espacio o la rueda: girar la loseta (con Mayúsculas, al revés)\n"
    .. "1 a 9: la opción con ese número\n"
    .. "Intro: el primer espacio; poner la loseta; confirmar\n"
    .. "Escape: levantar otra vez la loseta\n"
    .. "Al ver una partida paso a paso: flechas para un paso, espacio para "
    .. "reproducir, Inicio y Fin\n"
    .. "?: esta lista",
}
