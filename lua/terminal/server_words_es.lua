-- What the terminal says about games at a server, in Spanish; words_es.lua has
-- the rest.

return {
  connecting    = "Conectando con {server}…",
  connect_ended = "El programa que mantiene la conexión ha terminado{status? con "
                  .. "el estado {status}|}{signal? por la señal {signal}|}.",
  connection_reconnecting = "Sin conexión con el servidor{reason?: {reason}|}. Se "
                            .. "intenta otra vez…",
  connection_waiting = "El servidor calla{reason?: {reason}|}. Se espera…",
  connection_failed = "Sin conexión con el servidor{reason?: {reason}|}.",
  connection_back   = "La conexión ha vuelto.",
  warning       = "Aviso",
  seat_stays    = "Su asiento sigue siendo suyo{clock?, y su reloj anda cuando le "
                  .. "toca|}. Para volver:\n"
                  .. "{line}",

  lobby_title   = "castled",
  lobby_keys    = "↑↓ elegir  Intro lo que dice la línea  n nueva  r otra vez  F1 ayuda  "
                  .. "q salir",
  lobby_help    = {
    "↑ ↓, j k          a la línea siguiente; un clic elige una",
    "Intro             lo que dice la línea; también un segundo clic",
    "← →               cambiar lo que tiene la línea",
    "n                 una partida nueva",
    "r                 preguntar otra vez al servidor; se hace solo a menudo",
    "q, Ctrl-C         salir de castled; sus asientos siguen siendo suyos",
    "",
    "Sus partidas: aquellas en que se sienta, o que creó. Abiertas: puede sentarse "
      .. "cualquiera. En juego, acabadas: para mirar.",
  },
  new_game_says = "Primero se eligen reglas, reloj y quién puede sentarse; después "
                  .. "hay un enlace para repartir.",
  quick_game    = "Jugar contra el bot",
  quick_game_says = "Ya mismo, contra steward, un bot que busca la mejor jugada: las "
                  .. "reglas como en el reglamento, sin reloj. Quién empieza, por sorteo.",
  by_link       = "Entrar por un enlace",
  by_link_says  = "Alguien le ha dado el enlace de una partida: péguelo aquí.",
  type_link     = "Pegue el enlace (o lo que va detrás de #):",
  no_link       = "Esto no es el enlace de una partida.",
  other_server  = "Esa partida está en otro servidor. Salga, y después: {line}",
  your_name_says = "Lo que ven los demás cuando usted se sienta.",
  type_name     = "¿Cómo le llamarán los demás?",
  no_name       = "todavía ninguno",
  lobby_open    = "Abiertas: sentarse",
  lobby_held    = "Esperan a invitados: mirar",
  lobby_playing = "En juego: mirar",
  lobby_over    = "Acabadas",
  enter_join    = "Intro: sentarse",
  enter_rematch = "La partida que sigue a una suya. Intro: a su asiento",
  enter_made    = "Esta partida la creó usted. Intro: volver a entrar",
  rematch_waits = "¡otra vez!",
  enter_watch   = "Intro: mirar",
  enter_rejoin  = "Intro: seguir",
  enter_look    = "Intro: verla",
  seat_is_free  = "libre",
  sit_down      = "Se sienta usted.\n{game}\n\nSi quiere, escriba dados o una frase suya "
                  .. "para la mezcla; vacío: el azar del sistema.",
  sit_down_seeded = "Se sienta usted.\n{game}\n\nIntro: sentarse   Esc: no sentarse",
  cannot_sit    = "Allí no puede sentarse: {reason}. Pero puede mirar.",

  create_says   = "Se crea la partida y usted se sienta. Empieza cuando no queda "
                  .. "asiento libre. Hasta entonces aquí se puede cambiar todo: ↓ y "
                  .. "↑ para ver, ← y → para cambiar.",
  seat_you      = "usted",
  seat_human    = "para cualquiera",
  seat_held     = "solo por enlace",
  seat_steward  = "steward (bot)",
  seat_random   = "random (bot)",
  seat_you_says = "Aquí se sienta usted. Se cambia en la línea de arriba.",
  seat_held_says = "Aquí solo se sienta quien tenga el enlace de este asiento. Lo "
                   .. "recibe usted al crear la partida.",
  seat_steward_says = "Un bot que busca la mejor jugada. Los bots no aportan nada a "
                      .. "la mezcla.",
  seat_random_says = "Un bot que no la busca.",
  you_sit       = "Usted",
  you_sit_says  = "Qué asiento es el suyo. Al cambiarlo se cambia de sitio con quien "
                  .. "esté allí.",
  you_watch_only = "solo mira",
  you_watch_says = "No se sienta: crea la partida y la mira.",
  create_watch_says = "Se crea la partida y usted la mira. Empieza cuando no queda "
                  .. "asiento libre. Hasta entonces aquí se puede cambiar todo.",
  public_says   = "Una partida a la vista de todos está en la sala, y cualquiera "
                  .. "puede mirar. La otra solo se encuentra por su enlace.",
  public_yes    = "a la vista de todos",
  public_no     = "solo por enlace",
  clock         = "Reloj",
  clock_says    = "Pierde a quien se le acaba el tiempo. El reloj se para mientras "
                  .. "el servidor está parado.",
  clock_none_kind   = "ninguno",
  clock_choice_kind = "por elección",
  clock_game_kind   = "para la partida",
  clock_time_says = "Por elección, o para todas las de cada uno juntas.",
  clock_increment = "Más por elección",
  sealed        = "sellado por todos",
  sealed_says   = "Todos los que juegan dan un secreto; de todos ellos sale el "
                  .. "orden, así que nadie puede saberlo ni elegirlo. Al final se "
                  .. "demuestra.",
  server_seed_says = "El orden sale de esta semilla: la misma semilla da la misma "
                     .. "partida. No se sella nada, y quien sepa la semilla puede "
                     .. "saber el orden.",
  seed_enter    = "Intro: escribir una semilla; vacío: sellado.",
  type_seed     = "Una semilla, para poder repetir la partida; vacío: sellado",
  you_add       = "Usted aporta al azar",
  type_contribution = "Escriba dados o una frase; vacío: el azar del sistema",

  give_link     = "Dé este enlace a quien quiera que juegue:",
  wait_for_others = "La partida empieza cuando no queda asiento libre.",
  waiting_keys  = "Intro: copiar el enlace   c hablar   q dejar el asiento",
  waiting_keys_no_link = "c hablar   q dejar el asiento",
  watch_waiting_keys = "q sala",
  sealing_keys  = "c hablar   q salir",
  sealed_keys   = "Intro: al tablero   c hablar",
  link_copied   = "Copiado, si su terminal lo permite.",
  leave_waiting = "¿Salir? Su asiento queda {held?reservado para usted|libre}. "
                  .. "Intro: salir   Esc: quedarse",
  leave_sealing = "¿Salir? Su asiento sigue siendo suyo; vuelva a tiempo{clock?: "
                  .. "su reloj anda sin usted|}. Intro: salir   Esc: quedarse",
  out_of_waiting = "¿Salir de castled? Su asiento sigue siendo suyo. La partida "
                  .. "puede empezar sin usted: entonces no participa en la mezcla"
                  .. "{clock?, y su reloj anda|}. Intro: salir   Esc: quedarse",
  sealed_without_you = "El orden de esta partida se selló cuando usted no estaba: no "
                  .. "hay en él ningún secreto suyo. El acta de la partida dice "
                  .. "quiénes participaron.",
  lock_turn     = "Es su turno{clock?, y su reloj corre: {clock}|}.",
  lock_turn_of  = "Le toca a {player}{clock?, y el reloj corre: {clock}|}.",
  lock_was      = "El candado del orden de las losetas: {lock}",

  turn_of       = "Le toca a {player}…",
  watch_turn_of = "Usted mira. Le toca a {player}…",
  your_turn     = "castled: le toca a usted ({players})",
  title_turn    = "castled: le toca",
  you_watch     = "Esta partida usted solo la mira.",
  only_players_talk = "Solo hablan los que juegan.",
  talk          = "Hablar",
  talk_key      = "c hablar",
  talk_keys     = "Intro: decirlo   Esc: atrás",
  sending       = "en camino…",
  draw_offered_key = "{player} ofrece tablas: D para responder",
  draw_is_offered = "Usted ofrece tablas.",
  draw_ask_own  = "¿Ofrecer tablas? Intro: ofrecer   Esc: seguir",
  resign_ask_own = "¿Se rinde? Intro: rendirse   Esc: seguir",
  rematch_asked = "Usted jugaría otra vez; se pregunta a los demás.",
  rematch_offered = "{player} jugaría otra vez{own?: r|.}",
  rematch_answer = "{player} jugaría otra vez. Intro: otra vez   Esc: no, gracias",
  rematch_declined = "{player} no quiere otra partida.",
  rematch_begins = "Empieza otra partida: r",
  record_ask    = "¿En qué archivo se guarda el acta de la partida?",
  file_is_there = "Ya hay un archivo con ese nombre.",
  leave_playing = "¿A la sala? Su asiento sigue siendo suyo{clock?, y su reloj "
                  .. "sigue andando|}. Intro: a la sala   Esc: quedarse",
  left_elsewhere = "Ha vuelto a esa partida en otro sitio.",
  left_idle     = "Hace mucho que nadie hace nada en esa partida. Vuelva a entrar para verla.",
  left_deleted  = "Esta partida se ha borrado.",
  left_storage  = "El servidor no pudo guardar la partida. Sigue desde donde se guardó: vuelva "
                  .. "a entrar.",
  left_other    = "Ha salido de la partida{reason?: {reason}|}.",
  server_wait_keys = "c hablar  L sucesos  i reglas  D tablas  G rendirse  F1 ayuda  "
                     .. "q sala",
  watch_wait_keys = "L sucesos  i reglas  t losetas  z tamaño  F1 ayuda  q sala",
  server_over_keys = "Intro puntos  r otra vez  v verificar  c hablar  s guardar  q sala",
  watch_over_keys = "Intro puntos{next?  r siguiente|}  v verificar  L sucesos  s guardar  q sala",
  help_server_lines = {
    "c                 decir algo a los que juegan",
    "D                 ofrecer tablas, o responder a las que se ofrecen",
    "G                 rendirse",
    "r                 al acabar: otra partida, con los asientos cambiados",
    "s                 el acta de la partida en un archivo",
    "q, Ctrl-C         a la sala, o fuera de castled; su asiento sigue siendo suyo",
  },
}
