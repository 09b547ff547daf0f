-- The final scoring (from CS-70 on), in the order of the rules: keep,
-- courts, wall tiles.

local players = require "castle.players"
local score   = require "castled.score"
local step    = require "castled.step"

local final = {}

-- Scores `terms` for the player and says so.
local function bring(game, player, reason, terms, spaces)
  local points = score.total(terms)
  players.score(game, player, points)
  game:event("final_scored", { player = player, reason = reason,
                               points = points, terms = terms,
                               spaces = spaces })
end

-- The size of the player's keep with wall tiles 8 (CS-68), or nil.
local function keep_size(game, player)
  local size = player.keep and player.keep.size
  while size and players.wall_tile_count(game, player, 8) > 0 do
    players.play_wall_tile(game, player, 8)
    size = size + game.rules.keep_bonus(game)
  end
  return size
end

final.score_keep = step.automatic {
  name  = "score_keep",
  rules = { "CS-70", "CS-71", "CS-72", "CS-68" },
  apply = function(game)
    game.towers = {}                                              -- CS-70
    local first, second = game.players[1], game.players[2]
    local first_size = keep_size(game, first) or 0
    local second_size = keep_size(game, second) or 0
    if first_size == second_size then
      game:event("keeps_equal", { size = first_size })
      return
    end
    local area = game.rules.keep_area(game)
    bring(game, first_size > second_size and first or second, "keep",
          game.rules.keep_points(game, area), area.list)
  end,
}

-- The player's courts, most markets first.
local function courts_of(game, player)
  local list = {}
  for _, court in ipairs(game:features("court", true)) do
    if game.rules.scorer(game, court) == player.seat and court.market > 0 then
      list[#list + 1] = court
    end
  end
  table.sort(list, function(a, b) return a.market > b.market end)
  return list
end

-- What `tiles` wall tiles 7 add to a court.
local function gain(game, court, tiles)
  return court.market * (game.rules.market_points(game, tiles)
                         - game.rules.market_points(game, 0))
end

-- CS-67, CS-76: how many wall tiles 7 to play on each of the courts, so that
-- they bring the most: two on the largest, or one on each of the largest two.
local function share_out(game, count, courts)
  local shares = {}
  for index in ipairs(courts) do
    shares[index] = 0
  end
  if count == 0 or #courts == 0 then
    return shares
  end
  local may_stack = game.rules.wall_tiles_on_one_feature(game, 7) > 1
  local apart = #courts > 1 and gain(game, courts[1], 1)
                                + gain(game, courts[2], 1) or 0
  shares[1] = 1
  if count > 1 and may_stack and gain(game, courts[1], 2) >= apart then
    shares[1] = 2
  elseif count > 1 and #courts > 1 then
    shares[2] = 1
  end
  return shares
end

local MARKET_LABELS = {
  [0] = "markets", "markets_with_wall_tile_7", "markets_with_both_wall_tiles_7",
}

final.score_courts = step.automatic {
  name  = "score_courts",
  rules = { "CS-73", "CS-67", "CS-76" },
  apply = function(game)
    for _, player in ipairs(game.players) do
      local courts = courts_of(game, player)
      local count = players.wall_tile_count(game, player, 7)
      for index, tiles in ipairs(share_out(game, count, courts)) do
        for _ = 1, tiles do
          players.play_wall_tile(game, player, 7)
        end
        local court = courts[index]
        bring(game, player, "court",
              { score.term(MARKET_LABELS[tiles], court.market,
                           game.rules.market_points(game, tiles)) },
              court)
      end
    end
  end,
}

-- CS-64, CS-65: what wall tiles 4 to 6 bring points for.
local INCOMPLETE = {
  [4] = { kind = "path", rule = "incomplete_path_points" },
  [5] = { kind = "tower", rule = "incomplete_tower_points" },
  [6] = { kind = "house", rule = "incomplete_house_points" },
}

-- The player's incomplete features of the kind that a wall tile is for, the
-- one that brings most first.
local function incomplete_of(game, player, wall_tile_kind)
  local wanted = INCOMPLETE[wall_tile_kind]
  local list = {}
  for _, feature in ipairs(game:features(wanted.kind, true)) do
    if not feature.complete
       and game.rules.scorer(game, feature) == player.seat then
      local terms = game.rules[wanted.rule](game, feature)
      list[#list + 1] = { feature = feature, terms = terms,
                          points = score.total(terms) }
    end
  end
  table.sort(list, function(a, b) return a.points > b.points end)
  return list
end

local function score_incomplete(game, player, kind)
  local count = players.wall_tile_count(game, player, kind)
  if count == 0 then
    return
  end
  for _, best in ipairs(incomplete_of(game, player, kind)) do
    local tiles = math.min(count,
                           game.rules.wall_tiles_on_one_feature(game, kind))
    for _ = 1, tiles do
      players.play_wall_tile(game, player, kind)
      bring(game, player, "wall_tile_" .. kind, best.terms, best.feature)
    end
    count = count - tiles
    if count == 0 then
      return
    end
  end
end

-- Says which wall tiles the player is left with: they have brought nothing.
local function tell_left_over(game, player)
  for _, tile in ipairs(player.wall_tiles) do
    game:event("wall_tile_left", { player = player, kind = tile.kind })
  end
end

final.score_wall_tiles = step.automatic {
  name  = "score_wall_tiles",
  rules = { "CS-64", "CS-65", "CS-66", "CS-69", "CS-74", "CS-75", "CS-76" },
  apply = function(game)
    for _, player in ipairs(game.players) do
      for kind = 4, 6 do
        score_incomplete(game, player, kind)
      end
      for _ = 1, players.wall_tile_count(game, player, 9) do
        players.play_wall_tile(game, player, 9)
        bring(game, player, "wall_tile_9",
              { score.term("wall_tile", 1,
                           game.rules.wall_tile_9_points(game)) }, {})
      end
      tell_left_over(game, player)
    end
  end,
}

return final
