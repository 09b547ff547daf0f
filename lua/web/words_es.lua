-- The page's words in Spanish; words_en.lua says what this is.

return {
  page_title    = "castled",
  page_failed   = "Esta página ha fallado. Se ha dibujado de nuevo; a la partida no "
                  .. "le ha pasado nada.",
  page_gave_up  = "Esta página falla una y otra vez. A la partida no le ha pasado nada.",
  page_again    = "Intentarlo otra vez",
  turn_elsewhere = "Le toca en otra partida.",
  go_there      = "Ir allí",
  to_lobby      = "A la sala",
  entering      = "Se abre la puerta…",
  no_such_game  = "No existe esa partida. Quizá se haya borrado.",
  left_deleted  = "Esta partida se ha borrado.",
  left_storage  = "El servidor no pudo guardar la partida. Sigue desde donde se guardó.",
  nowhere_title = "Aquí no hay nada",
  nowhere_says  = "Esta dirección no lleva a ninguna parte.",

  -- Games in words, on several screens.
  against       = "contra",
  seat_is_free  = "asiento libre",
  player_human  = "alguien",
  group_path_scoring = "Puntos de caminos",
  group_wall_pickup = "Losetas de muralla",

  -- The lobby.
  lobby_title   = "Construyan juntos un castillo",
  lobby_lead    = "Carcassonne: El Castillo para dos, contra un amigo, un "
                  .. "desconocido o un bot. Sin cuenta; de cada mezcla se puede "
                  .. "demostrar que fue limpia.",
  play_against_steward = "Jugar contra Steward",
  play_against_random = "Jugar contra Random",
  lobby_open    = "Partidas abiertas",
  lobby_playing = "En juego",
  lobby_over    = "Partidas acabadas",
  lobby_open_none = "Ahora mismo nadie espera a un rival. Cree una partida, y quien "
                  .. "llegue la encontrará aquí.",
  lobby_playing_none = "No hay ninguna partida en juego.",
  lobby_over_none = "Todavía no ha acabado ninguna partida.",
  lobby_no_others = "No hay otras.",
  asking        = "Un momento…",
  more          = "Ver más",
  enter_open    = "Sentarse",
  enter_watch   = "Mirar",
  enter_look    = "Ver de nuevo",
  enter_go_on   = "Seguir",
  enter_answer  = "Responder",
  state_turn_of = "le toca a {player}",
  time_left     = "Tiempo restante:",
  badge_open_order = "orden abierto",
  badge_by_link = "por enlace",
  by_link_says  = "Esta partida solo la encuentra quien tenga el enlace.",

  -- Before the first tile.
  ended_title   = "La partida ha acabado",
  badge_bot     = "bot",
  seat_waits    = "espera a alguien",
  seat_waits_held = "por invitación",
  which_seat    = "¿Qué asiento?",
  sit_down_title = "Siéntese",
  sit_down      = "Sentarse",
  your_name_says = "Lo que ven los demás.",
  you_add       = "Aportar algo propio a la mezcla",
  type_contribution = "Dados o una frase",
  adds_says     = "Cada jugador aporta algo a la mezcla, para que nadie pueda "
                  .. "elegir el orden de las losetas, tampoco este servidor. Escriba "
                  .. "dados tirados en la mesa o una frase. No sale de su navegador "
                  .. "hasta que todos estén de acuerdo. Vacío: su navegador toma "
                  .. "números al azar.",
  give_link     = "Dé este enlace a quien quiera que juegue",
  link_for      = "Enlace para {seat}",
  copy_link     = "Copiar",
  wait_for_all  = "La partida empieza cuando no queda asiento libre.",
  sealing_says  = "Antes de que nadie haya visto una loseta, todo el orden queda "
                  .. "fijado por secretos de todos los que juegan, para que nadie "
                  .. "pueda elegirlo y ningún jugador lo sepa.",
  stage_time    = "Tiempo para este paso:",
  lock_says     = "Estas cinco palabras son el candado del orden: otro orden tiene "
                  .. "otras palabras. Apúntelas si quiere; al final la página "
                  .. "muestra que el orden era este.",
  lock_notice   = "Sellado{without?, sin un secreto de {without}|}. El candado: {lock}. "
                  .. "También en «Reglas».",
  this_game     = "Esta partida",
  leave         = "Dejar el asiento",
  leave_ask     = "¿Salir? Su asiento queda {held?reservado para usted|libre otra vez}.",

  -- A new game.
  chance        = "Orden de las losetas",
  clock_title   = "Tiempo",
  public_title  = "Quién la encuentra",
  you           = "Usted",
  you_sit       = "Su asiento",
  you_watch_only = "solo mirar",
  seat_human    = "Para cualquiera",
  seat_held     = "Solo por enlace",
  seat_held_says = "Aquí solo se sienta quien tenga el enlace de este asiento. Lo "
                   .. "recibe usted al crear la partida.",
  seat_steward  = "Steward, un bot",
  seat_steward_says = "Busca cada vez la mejor jugada: un buen rival.",
  seat_random   = "Random, un bot",
  seat_random_says = "Juega cualquier cosa permitida: para probar.",
  badge_default = "habitual",
  more_rules    = "Y cualquiera de estas",
  usually_on    = "Normalmente, sí.",
  usually_off   = "Normalmente, no.",
  from_to       = "De {min} a {max}; normalmente, {default}.",
  set_by        = "por «{rule}»",
  clock_kind    = "Reloj",
  clock_kind_none = "Ninguno",
  clock_kind_none_says = "Cada uno se toma el tiempo que quiera.",
  clock_kind_choice = "Por elección",
  clock_kind_choice_says = "Pierde a quien se le acaba el tiempo de una elección.",
  clock_kind_game = "Para la partida",
  clock_kind_game_says = "Cada uno tiene ese tiempo para todas sus elecciones; pierde a "
                  .. "quien se le acaba.",
  clock_increment = "Más por elección",
  order         = "De dónde sale",
  order_sealed  = "Sellado por todos",
  order_sealed_says = "Todos los que juegan dan un secreto; de todos ellos sale el "
                  .. "orden, así que nadie puede elegirlo, y ningún jugador lo sabe. Al "
                  .. "final se demuestra, en su navegador.",
  order_open    = "De una semilla",
  order_open_says = "La misma semilla da la misma partida. No se sella nada, y quien "
                  .. "sepa la semilla puede saber el orden.",
  seed          = "Semilla",
  seed_says     = "Cualquier texto. Con la misma semilla salen las mismas losetas.",
  public_yes    = "A la vista de todos",
  public_yes_says = "Está en la sala, y cualquiera puede mirar.",
  public_no     = "Solo por enlace",
  public_no_says = "Puede mirar quien tenga el enlace.",
  create_says   = "Usted se sienta, y la partida empieza cuando no queda asiento "
                  .. "libre.",
  create_watch_says = "Usted mira. La partida empieza cuando no queda asiento libre.",
  only_bots     = "Alguien tiene que jugar: siéntese, o deje un asiento libre.",
  no_seed       = "Escriba una semilla, o deje que el orden se selle.",
  out_of_range  = "{option}: hace falta un número entero de {min} a {max}.",
  choose_one    = "«{one}» y «{other}» no van juntas: elija una de las dos.",

  -- The rules.
  rules_title   = "Reglas",
  how_to_play   = "Cómo se juega",
  house_rules_says = "Quien crea una partida elige cuáles de estas valen en ella.",
  group_says    = "De estas vale una.",
  fair_title    = "Cómo se ve que la mezcla fue limpia",
  fair_lead     = "No hace falta fiarse de este servidor. Lo que hace queda a la "
                  .. "vista, de modo que su navegador, o cualquiera, puede "
                  .. "comprobarlo después.",
  fair_secrets  = "Todos dan un secreto",
  fair_secrets_says = "Antes de la primera loseta su navegador crea un secreto, "
                  .. "igual que el de cada uno que juega y que el servidor. Al "
                  .. "principio cada cual enseña solo una huella del suyo: el "
                  .. "secreto ya no se puede cambiar, y nadie puede leerlo. Usted "
                  .. "puede añadir dados o una frase.",
  fair_lock     = "El candado",
  fair_lock_says = "Todas las huellas juntas dan el candado, que se muestra a todos "
                  .. "en cinco palabras. Su navegador mira que la suya esté en él, "
                  .. "y firma. Desde entonces el orden de las losetas está fijado.",
  fair_deal     = "El reparto",
  fair_deal_says = "Los jugadores enseñan sus secretos; el servidor guarda el suyo "
                  .. "hasta el final, para que ningún jugador sepa el orden. Este "
                  .. "sale de todos: basta que un secreto fuera bueno para que nadie "
                  .. "pudiera elegirlo.",
  fair_record   = "El acta",
  fair_record_says = "Cada elección y cada loseta sacada es una línea del acta de la "
                  .. "partida, y cada línea lleva la huella de la anterior. El "
                  .. "servidor firma cada una, y su navegador guarda la última "
                  .. "firma: una línea cambiada después no encajaría.",
  fair_verify   = "Al final",
  fair_verify_says = "El servidor enseña su secreto. Su navegador calcula otra vez "
                  .. "el candado, el orden y lo que se sacó, comprueba la cadena y las "
                  .. "firmas, y muestra lo que ha comparado. Que cada elección "
                  .. "estaba permitida y que los puntos están bien lo comprueba "
                  .. "«castled verify» en su propia máquina, porque hay que "
                  .. "ejecutar las reglas.",
  fair_limits   = "Lo que nadie puede demostrar",
  fair_limits_says = "Que el servidor no miró el orden mientras repartía; quién "
                  .. "jugaba de verdad, y con qué ayuda; y las horas del acta.",
}
