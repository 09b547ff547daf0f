-- The Castle in English; texts.lua says what this is.

local MARKER = "{score_after? Marker from {score_before%100} to "
               .. "{score_after%100}.|}"

-- Where a feature is: the first of its tiles.
local AT = "{spaces?{spaces.1.1},{spaces.1.2}|the wall}"

local POINTS = "{points} {points|point|points}"

local TILES = "{count} {count|tile|tiles} × {each} = {points}"

return {
  events = {
    game_started     = "{first_player:seats} begins.",
    tile_drawn       = "{player:seats} draws {tile}.",
    tile_set_aside   = "{tile} fits nowhere: it is out of the game.",
    tile_placed      = "{player:seats} places {tile} at {x},{y}"
                       .. "{turns?, {turns:turns}|}.",
    follower_placed  = "{player:seats} places {role:a_role} "
                       .. "{kind:in_the_kind} at {x},{y}.",
    feature_scored   = "{player?{player:seats} scores " .. POINTS
                       .. " for {kind:the_kind} at " .. AT .. ": {terms:terms}."
                       .. MARKER .. "|{kind:The_kind} at " .. AT .. " is "
                       .. "complete{held?. Nobody has more followers there|}: "
                       .. "no points.}",
    wall_tile_taken  = "{player:seats} takes the wall tile of tower {space}: "
                       .. "{kind}, {kind:wall_tiles}.",
    wall_tile_played = "{player:seats} plays wall tile {kind}: "
                       .. "{kind:wall_tiles}.",
    keep_moved       = "{player:seats} puts the keep on a house of size {size}.",
    follower_returned = "{player:seats} takes back the {kind:role_in} "
                        .. "from {x},{y}.",
    extra_turn       = "{player:seats} has another turn.",
    final_scored     = "{player:seats}, {reason:reasons}: " .. POINTS
                       .. " ({terms:terms})." .. MARKER,
    keeps_equal      = "{size?The keeps are equal, of size {size} each|Nobody has "
                       .. "a keep}: nobody scores for the larger one.",
    wall_tile_left   = "{player:seats}, wall tile {kind} ({kind:wall_tiles}): "
                       .. "not used, no points.",
    game_over        = "{winner?{winner:seats} wins|Nobody wins}"
                       .. "{reason:endings}: {scores:seats}.",
  },

  terms = {
    tiles                         = TILES,
    tiles_with_fountain           = TILES .. ", with a fountain",
    doubled                       = "doubled: {points} more",
    tripled                       = "tripled: {points} more",
    empty_spaces                  = "{count} empty {count|space|spaces}",
    open_start_spaces             = "{count} open start {count|space|spaces}",
    markets                       = "{count} {count|market|markets} × {each} "
                                    .. "= {points}",
    markets_with_wall_tile_7      = "{count} {count|market|markets} × {each} "
                                    .. "= {points}, with a wall tile 7",
    markets_with_both_wall_tiles_7 = "{count} {count|market|markets} × {each} "
                                    .. "= {points}, with both wall tiles 7",
    wall_tile                     = "{count} wall {count|tile|tiles} × {each} "
                                    .. "= {points}",
  },

  questions = {
    place_tile     = "{player:seats}, where do you place {game.drawn}?",
    place_follower = "{player:seats}, do you place a follower on this tile?",
    choose_feature = "{player:seats}, what is scored next?",
    double_feature = "{player:seats}, do you play a wall tile on what you score?",
    extra_turn     = "{player:seats}, do you take another turn?",
  },

  choices = {
    place_tile     = "{x},{y}, {turns:turns}",
    place_follower = "{pass?no follower|{role:roles} {kind:in_the_kind}"
                     .. "{sides? ({sides:sides})|}: "
                     .. "{tiles} {tiles|tile|tiles}"
                     .. "{market?, {market} {market|market|markets}|}"
                     .. "{fountain?, fountain|}{complete?{kind:complete}|}}",
    choose_feature = "{kind:the_kind} at " .. AT .. ": " .. POINTS,
    double_feature = "{tiles?with {tiles|one wall tile|both wall tiles} "
                     .. "{kind}|with no wall tile}: " .. POINTS
                     .. " for {kind:doubled}",
    extra_turn     = "{play?yes, with wall tile 1|no, keep the wall tile}",
  },

  status = {
    player = {
      "{player:seats} ({letter}): {score} {score|point|points}, on {space}",
      "  {supply} {supply|follower|followers}, {keep?keep of size {keep}|no keep}",
      "{wall_tiles?  wall tiles {wall_tiles}|}",
    },
    table = {
      "Turn {game.turn}, {left.castle_tiles} tiles left.",
      "{game.towers?Wall tiles on {game.towers}.|No wall tiles on the wall.}",
    },
  },

  sums = {
    feature_scored_path      = "completed paths",
    feature_scored_tower     = "completed towers",
    feature_scored_house     = "completed houses",
    final_scored_keep        = "the larger keep",
    final_scored_court       = "courts",
    final_scored_wall_tile_4 = "wall tiles 4, an incomplete path",
    final_scored_wall_tile_5 = "wall tiles 5, an incomplete tower",
    final_scored_wall_tile_6 = "wall tiles 6, an incomplete house",
    final_scored_wall_tile_9 = "wall tiles 9",
  },

  how_to = { lines = {
    "Draw a tile and place it against a start space or another tile, with one "
      .. "whole side. Paths must go on; all else may lie against anything.",
    "Then you may place a follower on it, where the whole feature has none yet: "
      .. "herald on a path, knight in a tower, squire in a house, merchant in a "
      .. "court.",
    "A completed path brings 1 point a tile (2 with a fountain), a tower 2, a "
      .. "house 1, to whoever has more followers there; then they go back. A "
      .. "square ends paths, a fountain does not.",
    "Your first house gets your keep; it moves on to larger ones.",
    "A marker that lands on a corner tower takes the wall tile there.",
    "At the end the larger keep brings 1 point for each space of the largest "
      .. "empty area, and each court 3 points a market to whoever has more "
      .. "merchants there. Then wall tiles count.",
  } },

  seats = { white = "White", black = "Black", null = "nobody" },
  turns = { ["0"] = "as drawn", ["1"] = "turned a quarter",
            ["2"] = "turned a half", ["3"] = "turned three quarters" },
  sides = { north = "north", east = "east", south = "south", west = "west" },
  paragraphs = { tile_drawn = "", game_over = "" },
  final = { final_scored = "", keeps_equal = "", wall_tile_left = "" },
  letters = { P = "path", F = "path with a fountain", T = "tower", H = "house",
              ["."] = "court", M = "court with a market",
              S = "square (ends paths)" },
  kinds = { path = "path", tower = "tower", house = "house", court = "court" },
  the_kind = { path = "the path", tower = "the tower", house = "the house",
               court = "the court" },
  The_kind = { path = "The path", tower = "The tower", house = "The house",
               court = "The court" },
  in_the_kind = { path = "on the path", tower = "in the tower",
                  house = "in the house", court = "in the court" },
  complete = { path = ", scores at once",
               tower = ", scores at once",
               house = ", scores at once", court = ", closed" },
  roles = { herald = "herald", knight = "knight", squire = "squire",
            merchant = "merchant" },
  a_role = { herald = "a herald", knight = "a knight", squire = "a squire",
             merchant = "a merchant" },
  role_in = { path = "herald", tower = "knight", house = "squire",
              court = "merchant" },
  doubled = { ["2"] = "the tower", ["3"] = "the house" },
  wall_tiles = {
    ["1"] = "another turn",
    ["2"] = "doubles a completed tower",
    ["3"] = "doubles a completed house",
    ["4"] = "points for an incomplete path at the end",
    ["5"] = "points for an incomplete tower at the end",
    ["6"] = "points for an incomplete house at the end",
    ["7"] = "4 points a market in one court at the end",
    ["8"] = "the player's keep counts as larger at the end",
    ["9"] = "5 points at the end",
  },
  reasons = {
    keep = "larger keep", court = "court at {spaces.1.1},{spaces.1.2}",
    wall_tile_4 = "wall tile 4, incomplete path",
    wall_tile_5 = "wall tile 5, incomplete tower",
    wall_tile_6 = "wall tile 6, incomplete house",
    wall_tile_9 = "wall tile 9",
  },
  endings = {
    finished = "", resigned = ", since the other has resigned",
    agreed = ", as agreed", time = ", since the other's time is up",
    forfeited = ", since the sealing of the order was broken off",
    broken = ", since the rules failed",
  },
  piles = { castle_tiles = "Castle tiles", wall_tiles = "Wall tiles" },
  items = {
    ["1a"] = "1", ["1b"] = "1", ["2a"] = "2", ["2b"] = "2", ["3a"] = "3",
    ["3b"] = "3", ["4a"] = "4", ["4b"] = "4", ["5a"] = "5", ["5b"] = "5",
    ["6a"] = "6", ["6b"] = "6", ["7a"] = "7", ["7b"] = "7", ["8a"] = "8",
    ["8b"] = "8", ["9a"] = "9", ["9b"] = "9",
  },
  values = { draw = "by lot", white = "White", black = "Black" },
}
