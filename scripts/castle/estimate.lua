-- What a player may hope for: points in hundredths, from the score and from
-- all that his followers stand on. `steward` maximises it; no rule uses it.

-- What share of a feature's points is to be hoped for while slots are open,
-- and what a follower at hand is worth.
local SHARE = { path = 55, tower = 60, house = 60 }
local OPEN_SLOT = 3
local FOLLOWER_AT_HAND = 90
local TURN = 250                                  -- to be the next to draw
local MARKET = 170
local WALL_TILE = { 300, 300, 200, 250, 300, 200, 300, 250, 500 }
local KEEP_TWO_TILES = 120

local POINTS = { path = 1, tower = 2, house = 1 }

local function hope(feature)
  if feature.kind == "court" then
    return MARKET * feature.market
           + 5 * math.min(feature.open, 12)
  end
  local points = POINTS[feature.kind] * feature.tiles
  if feature.fountain > 0 then
    points = 2 * points
  end
  if feature.complete then
    return 100 * points
  end
  return points * math.max(10, SHARE[feature.kind] - OPEN_SLOT * feature.open)
end

return function(game)
  local hopes = {}
  local scored = {}
  for _, id in ipairs(game.scored) do
    scored[id] = true
  end
  -- CS-68: what two tiles count as, however a house rule measures houses.
  local two_tiles = math.max(1, game.rules.keep_bonus(game))
  for seat, player in ipairs(game.players) do
    hopes[seat] = 100 * player.score
                  + FOLLOWER_AT_HAND * math.min(game:supply(player), 4)
                  + KEEP_TWO_TILES * (player.keep and player.keep.size or 0)
                    // two_tiles
    for _, tile in ipairs(player.wall_tiles) do
      hopes[seat] = hopes[seat] + WALL_TILE[tile.kind]
    end
  end
  if game.seat_on_turn then
    hopes[game.seat_on_turn] = hopes[game.seat_on_turn] + TURN
  end
  for _, feature in ipairs(game:features(nil, true)) do
    if feature.leader and not scored[feature.id] then
      hopes[feature.leader] = hopes[feature.leader] + hope(feature)
    end
  end
  return hopes
end
