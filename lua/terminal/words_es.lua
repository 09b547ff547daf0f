-- The terminal's own words in Spanish; words_en.lua says what this is.

return {
  too_small  = "Esta ventana mide {width} por {height}. castled necesita 80 por "
               .. "24: agrándela, por favor, o salga con q.{plain? Con menos "
               .. "sitio: {plain}|}",
  starting   = "Llega el árbitro…",
  host_ended = "El programa que lleva la partida ha terminado{status? con el "
               .. "estado {status}|}{signal? por la señal {signal}|}.",
  host_unreadable = "El programa que {server?mantiene la conexión|lleva la partida} ha "
                    .. "enviado {is_long?una línea demasiado larga|algo que no es JSON}.",
  saved_at   = "La partida está guardada: {save}",
  saved_not  = "La partida no se ha guardado.",
  resume_by  = "Para seguir: {line}",
  failed     = "El terminal de castled ha fallado. La partida la lleva otro "
               .. "programa{save? y está guardada: {save}|}.",
  no_host    = "no se puede iniciar '{host}': {reason}",
  usage      = "terminal de castled: no se entiende '{argument}'; vea {line}",

  wrong_players = "terminal de castled: '{argument}': juegan human, steward o "
               .. "random, y en un servidor también held",
  wrong_language = "terminal de castled: no hay idioma '{argument}'; hay en y es",
  wrong_name = "terminal de castled: --name '{argument}' no es un nombre",
  long_name  = "terminal de castled: --name '{argument}' es demasiado largo: un nombre tiene "
               .. "hasta 40 letras",
  at_server  = "terminal de castled: {argument} es para partidas en esta máquina, no "
               .. "en un servidor",
  path_at_server = "terminal de castled: {argument} es un archivo, y un servidor solo "
                   .. "tiene las reglas de la casa de su estante: dé el nombre de una, "
                   .. "o ponga el archivo en variants/ del servidor",
  not_at_server = "terminal de castled: {argument} es para partidas en un servidor "
               .. "(--server)",
  wrong_count = "--players da {given} jugadores, y el juego tiene {seats} asientos",

  setup_title   = "Una partida nueva",
  setup_keys    = "↑↓ elegir   ←→ cambiar   Intro: lo que dice la línea   F1 ayuda   "
                  .. "q: salir",
  setup_help    = {
    "↑ ↓, j k          a la línea siguiente; un clic elige una",
    "← →, h l, espacio cambiar lo que tiene la línea",
    "Intro             lo que dice la línea: escribir algo, empezar",
    "q, Esc            salir",
    "",
    "Al lado está lo que significa la línea elegida. En otro color: lo que no está "
      .. "como viene.",
  },
  option_named  = "En la línea de órdenes: {option}",
  begin         = "Empezar la partida",
  begin_says    = "{seed?Barajar y empezar|Barajar, sellar y empezar}. Hasta entonces se "
                  .. "puede cambiar todo. Con ↓ y ↑ se ve lo que hay, con ← y → se cambia.",
  chance        = "Azar",
  option_default = "Como viene en el juego: {value}.{max? De {min} a {max}.|}",
  group         = "De estas reglas vale una. Con ← y → se cambia.",
  player_says   = "Quién juega: alguien con este teclado, steward (un bot que "
                  .. "busca la mejor jugada) o random (un bot que no la busca).",
  human         = "persona",
  steward       = "steward (bot)",
  random        = "random (bot)",
  adds          = "{seat} aportan",
  from_system   = "el azar del sistema",
  typed         = "lo escrito",
  adds_says     = "Cada jugador aporta algo a la mezcla, para que nadie pueda "
                  .. "saber antes el orden de las losetas, tampoco este "
                  .. "ordenador. Intro: escribir algo propio, dados tirados en "
                  .. "la mesa o una frase. Vacío: el azar del sistema.",
  type_adds     = "{seat}: dados o una frase; vacío: el azar del sistema",
  seeded        = "semilla {seed}",
  seed          = "Orden de las losetas",
  seed_says     = "El orden sale de esta semilla (--seed): la misma semilla da la "
                  .. "misma partida. Por eso no se sella nada y nadie aporta.",
  language      = "Idioma",
  language_says = "Con ← y → se cambia el idioma.",
  save_to       = "Guardada en",
  save_says     = "La partida se guarda aquí después de cada elección.",
  rules_tried   = "Algo falla en estas reglas: {reason}. La partida puede ir bien a "
                  .. "pesar de ello.",
  from_file     = "De la línea de órdenes: {path}.{hides? Ocupa el lugar de la del mismo "
                  .. "nombre que está instalada.|}",
  needs         = "Reglas: {numbers}",
  rule_not_here = "De la línea de órdenes: {given}. Aquí no se puede elegir; ← o → "
                  .. "la quita.",

  lock_title = "El orden de las losetas está sellado",
  lock_says  = "Antes de que nadie haya visto una loseta, todo el orden está "
               .. "fijado. Estas cinco palabras son su candado: otro orden tiene "
               .. "otras palabras.",
  lock_write = "Apúntelas si quiere. Al acabar la partida castled abre el candado "
               .. "y muestra que el orden era este, y que nadie, ni castled, pudo "
               .. "cambiarlo por el camino.",
  lock_keys  = "Intro: sacar la primera loseta   Esc: atrás",
  lock_adds  = "{seat}: {player}{typed?, lo escrito|, el azar del sistema}",
  lock_full  = "El candado entero:",

  places      = "{at} de {count} sitios; {turns} {turns|giro cabe|giros caben}",
  place_keys  = "flechas sitio  r girar  Intro colocar{hint?  ? pista|}  u atrás  F1 ayuda",
  segment_keys = "flechas elegir  Intro tomar  p ninguno{hint?  ? pista|}  u atrás  F1 ayuda",
  list_keys   = "↑↓ elegir  Intro tomar{hint?  ? pista|}  u atrás  F1 ayuda",
  wait_keys   = "cualquier tecla: seguir ya   F1 ayuda   q salir",
  over_keys   = "Intro puntos   v verificar   L sucesos   s guardar   q salir",
  ends        = "Intro otra vez: {choice}. Después no se puede deshacer.",
  ends_keys   = "Intro hacerlo   u deshacer   Esc elegir de nuevo",
  turn        = "Turno {turn}",
  left        = "quedan {count}",
  drawn       = "sacada",
  supply      = "{count} {count|seguidor|seguidores}",
  keep        = "torreón {size}",
  wall_tiles  = "muralla {kinds}",
  no_undo     = "No hay nada que se pueda deshacer.",
  undone      = "Deshecho.",
  hint_is     = "steward elegiría: {choice}",
  no_hint     = "las pistas son para partidas contra bots",
  saved       = "Guardada: {save}",
  save_failed = "No se puede guardar la partida: {reason}",
  save_works  = "La partida se guarda de nuevo.",
  draw_accepted = "De acuerdo: tablas.",
  draw_declined = "Las tablas se han rechazado.",
  draw_asked  = "{player} {named?ofrece|ofrecen} tablas. Intro: aceptar   Esc: seguir",
  resign_ask  = "{player}: ¿se rinden? Intro: rendirse   Esc: seguir",
  draw_ask    = "{player}: ¿ofrecer tablas? Intro: ofrecer   Esc: seguir",
  quit_ask    = "¿Salir? La partida {save?queda guardada en {save}|no está "
                .. "guardada}. Intro: salir   Esc: quedarse",
  save_ask    = "¿En qué archivo se guarda?",
  not_now     = "Ahora no: no le toca a nadie aquí.",

  ask_keys    = "Intro   Esc",
  type_keys   = "Intro: hecho   Esc: atrás",
  page_keys   = "↑↓ RePág AvPág mover   Esc: atrás",
  log         = "Lo que ha pasado",
  log_empty   = "Todavía nada.",
  tiles_title = "Losetas que quedan: {count}",
  tiles_says  = "Pueden salir en cualquier orden.",
  wall_left   = "Losetas de muralla aún no vistas (5 están fuera de la partida):",
  rules_title = "Reglas de esta partida",
  how_to_play = "Cómo se juega",
  how_to_says = "Como está impreso el juego; si una regla de la casa de arriba dice otra "
                .. "cosa, vale esa.",
  points      = "Puntos",
  together    = "en total",
  final       = "Recuento final",
  verify      = "Verificar",
  verify_not  = "No se puede verificar la partida: {reason}",
  check_true  = "✓",
  check_false = "✗",
  check_null  = "–",
  help        = "Ayuda",
  help_lines  = {
    "flechas, h j k l  al sitio, segmento o línea siguiente",
    "r, espacio, rueda girar la loseta (al revés: Mayús-Tab)",
    "Intro, clic       elegir; otra vez donde no se puede deshacer",
    "ratón             la loseta lo sigue; clic en un segmento: seguidor",
    "1 a 9             el segmento del seguidor, o una línea, por su número",
    "p                 no colocar seguidor",
    "u                 deshacer la última elección",
    "?                 lo que elegiría steward (en un servidor, solo contra bots)",
    "z                 el castillo pequeño o grande",
    "Mayús-flechas     mirar alrededor",
    "t                 qué losetas quedan",
    "i                 reglas de esta partida y cómo se juega",
    "L                 lo que ha pasado",
  },
  help_own_lines = { -- in a game of one's own
    "s                 guardar en un archivo",
    "D                 ofrecer tablas",
    "G                 rendirse",
    "q, Ctrl-C         salir; la partida queda guardada",
  },
  help_board_lines = {
    "En las losetas: tejados son casas, muros grises son torres, verde es patio, "
      .. "puestos son mercados, arena es camino; una plaza acaba caminos, una "
      .. "fuente no.",
    "Un seguidor son dos letras: de quién es y qué es: {roles}. ?? en la muralla "
      .. "es una loseta de muralla boca abajo.",
  },
  groups = { ["path-scoring"] = "Puntos de caminos",
             ["wall-pickup"] = "Losetas de muralla" },
}
