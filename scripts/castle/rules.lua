-- The Castle's numbers and judgements. Steps ask them as
-- game.rules.NAME(game, ...); house rules replace them by name.

local rule  = require "castled.rule"
local score = require "castled.score"
local track = require "castle.track"

local rules = {}

rules.may_place_follower = rule(
  "CS-41",
  "A follower may be placed on a segment whose whole feature holds none yet.",
  function(_, _, segment)
    return segment.followers == 0
  end, "boolean")

rules.path_points = rule(
  "CS-54",
  "A completed path brings 1 point for each tile, 2 with a fountain on it.",
  function(_, path)
    if path.fountain > 0 then
      return { score.term("tiles_with_fountain", path.tiles, 2) }
    end
    return { score.term("tiles", path.tiles, 1) }
  end, "terms")

rules.tower_points = rule(
  "CS-54",
  "A completed tower brings 2 points for each tile.",
  function(_, tower)
    return { score.term("tiles", tower.tiles, 2) }
  end, "terms")

rules.house_points = rule(
  "CS-54",
  "A completed house brings 1 point for each tile.",
  function(_, house)
    return { score.term("tiles", house.tiles, 1) }
  end, "terms")

rules.scorer = rule(
  "CS-55",
  "The player with more followers in a feature gets all its points; equal, nobody.",
  function(_, feature)
    return feature.leader
  end, "seat")

rules.tie_scores = rule(
  "CS-55",
  "A completed feature with equal numbers of followers brings nobody points.",
  function()
    return false
  end, "boolean")

rules.house_size = rule(
  "CS-59",
  "A house is as large as the tiles that it covers.",
  function(_, house)
    return house.tiles
  end, "integer")

rules.wall_tile_taken_now = rule(
  "CS-60 CS-57",
  "A wall tile is taken at once, before the next feature is scored.",
  function()
    return true
  end, "boolean")

rules.tower_landed_on = rule(
  "CS-60 CS-10",
  "A marker on either space of a corner tower has landed there.",
  function(_, points)
    local tower = track.tower(points)
    return tower ~= track.TOWER_WITHOUT_TILE and tower or nil
  end, track.TOWERS)

rules.extra_turn_possible = rule(
  "CS-61 CS-70",
  "An extra turn can be played while castle tiles are left.",
  function(game)
    return game:left("castle_tiles") > 0
  end, "boolean")

rules.doubling_kind = rule(
  "CS-62",
  "Wall tile 2 doubles a tower, wall tile 3 doubles a house.",
  function(_, feature)
    return ({ tower = 2, house = 3 })[feature.kind]
  end, "optional")

rules.may_double_with = rule(
  "CS-62",
  "A wall tile doubles from the own turn after the one in which it was taken.",
  function(game, wall_tile)
    return wall_tile.taken < game.turn
  end, "boolean")

rules.times_with_wall_tiles = rule(
  "CS-62 CS-63",
  "One wall tile doubles a feature, two triple it.",
  function(_, tiles)
    return 1 + tiles
  end, "integer")

rules.wall_tiles_on_one_feature = rule(
  "CS-63 CS-66 CS-67",
  "Both wall tiles of a kind may be played on one feature.",
  function()
    return 2
  end, "integer")

rules.keep_bonus = rule(
  "CS-68",
  "Each wall tile 8 makes the own largest house count as 2 tiles larger.",
  function()
    return 2
  end, "integer")

rules.keep_area = rule(
  "CS-72",
  "The keep's area is the largest empty one, with uncovered start spaces at it.",
  function(game)
    return game:largest_area(game.options.open_start_spaces_count)
  end, "area")

rules.keep_points = rule(
  "CS-71 CS-72",
  "The larger keep brings 1 point for each space of its area.",
  function(_, area)
    local terms = { score.term("empty_spaces", area.spaces, 1) }
    if area.starts > 0 then
      terms[#terms + 1] = score.term("open_start_spaces", area.starts, 1)
    end
    return terms
  end, "terms")

rules.market_points = rule(
  "CS-67 CS-73",
  "A market brings 3 points; 4 with wall tile 7 on its court, 8 with both.",
  function(_, wall_tiles)
    return ({ [0] = 3, 4, 8 })[wall_tiles]
  end, "integer")

rules.incomplete_path_points = rule(
  "CS-64",
  "Wall tile 4: 1 point for each tile of a path, 2 with a fountain on it.",
  function(game, path)
    return game.rules.path_points(game, path)
  end, "terms")

rules.incomplete_tower_points = rule(
  "CS-65",
  "Wall tile 5: 2 points for each tile of a tower.",
  function(_, tower)
    return { score.term("tiles", tower.tiles, 2) }
  end, "terms")

rules.incomplete_house_points = rule(
  "CS-65",
  "Wall tile 6: 1 point for each tile of a house.",
  function(_, house)
    return { score.term("tiles", house.tiles, 1) }
  end, "terms")

rules.wall_tile_9_points = rule(
  "CS-69",
  "Wall tile 9 brings 5 points.",
  function()
    return 5
  end, "integer")

rules.winner = rule(
  "CS-77",
  "More points wins; equal, nobody does.",
  function(_, first, second)
    if first.score == second.score then
      return nil
    end
    return first.score > second.score and first.seat or second.seat
  end, "seat")

return rules
