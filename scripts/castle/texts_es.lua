-- The Castle in Spanish; texts.lua says what this is. Players are "Blancas" and
-- "Negras", as in chess, so that verbs are in the plural, but for who has a name.

local MARKER = "{score_after? Marcador de {score_before%100} a "
               .. "{score_after%100}.|}"

-- Where a feature is: the first of its tiles.
local AT = "{spaces?{spaces.1.1},{spaces.1.2}|la muralla}"

local POINTS = "{points} {points|punto|puntos}"

local TILES = "{count} {count|loseta|losetas} × {each} = {points}"

return {
  events = {
    game_started     = "Empieza{named?|n} {first_player:seats}.",
    tile_drawn       = "{player:seats} saca{named?|n} {tile}.",
    tile_set_aside   = "{tile} no encaja en ningún sitio: queda fuera del juego.",
    tile_placed      = "{player:seats} coloca{named?|n} {tile} en {x},{y}"
                       .. "{turns?, {turns:turns}|}.",
    follower_placed  = "{player:seats} coloca{named?|n} {role:a_role} "
                       .. "{kind:in_the_kind} de {x},{y}.",
    feature_scored   = "{player?{player:seats} gana{named?|n} " .. POINTS
                       .. " por {kind:the_kind} de " .. AT .. ": {terms:terms}."
                       .. MARKER .. "|Se completa {kind:the_kind} de " .. AT
                       .. "{held?. Nadie tiene más seguidores|}: no da puntos.}",
    wall_tile_taken  = "{player:seats} toma{named?|n} la loseta de muralla de "
                       .. "la torre {space}: {kind}, {kind:wall_tiles}.",
    wall_tile_played = "{player:seats} juega{named?|n} la loseta de muralla "
                       .. "{kind}: {kind:wall_tiles}.",
    keep_moved       = "{player:seats} pone{named?|n} el torreón en una casa de "
                       .. "tamaño {size}.",
    follower_returned = "{player:seats} recupera{named?|n} {kind:role_in} de "
                        .. "{x},{y}.",
    extra_turn       = "{player:seats} juega{named?|n} otro turno.",
    final_scored     = "{player:seats}, {reason:reasons}: " .. POINTS
                       .. " ({terms:terms})." .. MARKER,
    keeps_equal      = "{size?Los torreones son iguales, de tamaño {size} los dos"
                       .. "|Nadie tiene torreón}: nadie puntúa por el mayor.",
    wall_tile_left   = "{player:seats}, loseta de muralla {kind} "
                       .. "({kind:wall_tiles}): sin usar, no da puntos.",
    game_over        = "{winner?Gana{named?|n} {winner:seats}|No gana nadie}"
                       .. "{reason:endings}: {scores:seats}.",
  },

  terms = {
    tiles                         = TILES,
    tiles_with_fountain           = TILES .. ", con fuente",
    doubled                       = "doble: {points} más",
    tripled                       = "triple: {points} más",
    empty_spaces                  = "{count} {count|espacio vacío|espacios "
                                    .. "vacíos}",
    open_start_spaces             = "{count} {count|espacio de inicio "
                                    .. "libre|espacios de inicio libres}",
    markets                       = "{count} {count|mercado|mercados} × {each} "
                                    .. "= {points}",
    markets_with_wall_tile_7      = "{count} {count|mercado|mercados} × {each} "
                                    .. "= {points}, con una loseta 7",
    markets_with_both_wall_tiles_7 = "{count} {count|mercado|mercados} × {each} "
                                    .. "= {points}, con las dos losetas 7",
    wall_tile                     = "{count} {count|loseta|losetas} de muralla "
                                    .. "× {each} = {points}",
  },

  questions = {
    place_tile     = "{player:seats}: ¿dónde va {game.drawn}?",
    place_follower = "{player:seats}: ¿un seguidor en esta loseta?",
    choose_feature = "{player:seats}: ¿qué se puntúa ahora?",
    double_feature = "{player:seats}: ¿una loseta de muralla para lo que se "
                     .. "puntúa?",
    extra_turn     = "{player:seats}: ¿otro turno?",
  },

  choices = {
    place_tile     = "{x},{y}, {turns:turns}",
    place_follower = "{pass?ningún seguidor|{role:roles} {kind:in_the_kind}"
                     .. "{sides? ({sides:sides})|}: "
                     .. "{tiles} {tiles|loseta|losetas}"
                     .. "{market?, {market} {market|mercado|mercados}|}"
                     .. "{fountain?, con fuente|}"
                     .. "{complete?{kind:complete}|}}",
    choose_feature = "{kind:the_kind} de " .. AT .. ": " .. POINTS,
    double_feature = "{tiles?con {tiles|una loseta|las dos losetas} de "
                     .. "muralla {kind}|sin loseta de muralla}: " .. POINTS
                     .. " por {kind:doubled}",
    extra_turn     = "{play?sí, con la loseta de muralla 1|"
                     .. "no, se guarda la loseta}",
  },

  status = {
    player = {
      "{player:seats} ({letter}): {score} {score|punto|puntos}, en {space}",
      "  {supply} {supply|seguidor|seguidores}, {keep?torreón: {keep}|sin torreón}",
      "{wall_tiles?  losetas de muralla {wall_tiles}|}",
    },
    table = {
      "Turno {game.turn}, quedan {left.castle_tiles} losetas.",
      "{game.towers?Losetas de muralla en {game.towers}.|No quedan losetas en "
        .. "la muralla.}",
    },
  },

  sums = {
    feature_scored_path      = "caminos completos",
    feature_scored_tower     = "torres completas",
    feature_scored_house     = "casas completas",
    final_scored_keep        = "el torreón mayor",
    final_scored_court       = "patios",
    final_scored_wall_tile_4 = "losetas de muralla 4, un camino incompleto",
    final_scored_wall_tile_5 = "losetas de muralla 5, una torre incompleta",
    final_scored_wall_tile_6 = "losetas de muralla 6, una casa incompleta",
    final_scored_wall_tile_9 = "losetas de muralla 9",
  },

  how_to = { lines = {
    "Saque una loseta y colóquela con un lado entero contra un espacio de inicio "
      .. "o contra otra loseta. Los caminos deben continuar; lo demás puede ir "
      .. "contra cualquier cosa.",
    "Después puede colocar en ella un seguidor, donde no haya otro en todo el "
      .. "elemento: heraldo en un camino, caballero en una torre, escudero en una "
      .. "casa, mercader en un patio.",
    "Un camino completo da 1 punto por loseta (2 si tiene fuente), una torre 2, "
      .. "una casa 1, a quien tenga más seguidores; luego estos vuelven. Una "
      .. "plaza termina los caminos, una fuente no.",
    "Su primera casa recibe su torreón; luego pasa a otras mayores.",
    "El marcador que cae en una torre de esquina toma la loseta de muralla que "
      .. "haya allí.",
    "Al final, el torreón mayor da 1 punto por cada espacio de la mayor zona "
      .. "vacía, y cada patio 3 puntos por mercado a quien tenga más mercaderes. "
      .. "Después cuentan las losetas de muralla.",
  } },

  seats = { white = "Blancas", black = "Negras", null = "nadie" },
  turns = { ["0"] = "sin girar", ["1"] = "girada un cuarto",
            ["2"] = "girada media vuelta", ["3"] = "girada tres cuartos" },
  sides = { north = "norte", east = "este", south = "sur", west = "oeste" },
  paragraphs = { tile_drawn = "", game_over = "" },
  final = { final_scored = "", keeps_equal = "", wall_tile_left = "" },
  letters = { P = "camino", F = "camino con fuente", T = "torre", H = "casa",
              ["."] = "patio", M = "patio con mercado",
              S = "plaza (acaba caminos)" },
  kinds = { path = "camino", tower = "torre", house = "casa", court = "patio" },
  the_kind = { path = "el camino", tower = "la torre", house = "la casa",
               court = "el patio" },
  The_kind = { path = "El camino", tower = "La torre", house = "La casa",
               court = "El patio" },
  in_the_kind = { path = "en el camino", tower = "en la torre",
                  house = "en la casa", court = "en el patio" },
  complete = { path = ", se puntúa ya",
               tower = ", se puntúa ya",
               house = ", se puntúa ya", court = ", cerrado" },
  roles = { herald = "heraldo", knight = "caballero", squire = "escudero",
            merchant = "mercader" },
  a_role = { herald = "un heraldo", knight = "un caballero",
             squire = "un escudero", merchant = "un mercader" },
  role_in = { path = "el heraldo", tower = "el caballero",
              house = "el escudero", court = "el mercader" },
  doubled = { ["2"] = "la torre", ["3"] = "la casa" },
  wall_tiles = {
    ["1"] = "otro turno",
    ["2"] = "dobla una torre completa",
    ["3"] = "dobla una casa completa",
    ["4"] = "puntos por un camino incompleto al final",
    ["5"] = "puntos por una torre incompleta al final",
    ["6"] = "puntos por una casa incompleta al final",
    ["7"] = "4 puntos por mercado en un patio al final",
    ["8"] = "el torreón del jugador cuenta como mayor al final",
    ["9"] = "5 puntos al final",
  },
  reasons = {
    keep = "torreón mayor", court = "patio de {spaces.1.1},{spaces.1.2}",
    wall_tile_4 = "loseta de muralla 4, camino incompleto",
    wall_tile_5 = "loseta de muralla 5, torre incompleta",
    wall_tile_6 = "loseta de muralla 6, casa incompleta",
    wall_tile_9 = "loseta de muralla 9",
  },
  endings = {
    finished = "", resigned = ", porque el rival abandona",
    agreed = ", de común acuerdo", time = ", porque al rival se le acaba el "
                                             .. "tiempo",
    forfeited = ", porque se interrumpió el sellado del orden",
    broken = ", porque las reglas han fallado",
  },
  piles = { castle_tiles = "Losetas de castillo",
            wall_tiles = "Losetas de muralla" },
  items = {
    ["1a"] = "1", ["1b"] = "1", ["2a"] = "2", ["2b"] = "2", ["3a"] = "3",
    ["3b"] = "3", ["4a"] = "4", ["4b"] = "4", ["5a"] = "5", ["5b"] = "5",
    ["6a"] = "6", ["6b"] = "6", ["7a"] = "7", ["7b"] = "7", ["8a"] = "8",
    ["8b"] = "8", ["9a"] = "9", ["9b"] = "9",
  },
  values = { draw = "por sorteo", white = "Blancas", black = "Negras" },
}
