-- Scoring what a placement completed, one feature at a time (CS-56, CS-57),
-- and the wall tiles that a marker lands on (CS-23).

local players = require "castle.players"
local score   = require "castled.score"
local step    = require "castled.step"

local scoring = {}

-- The features still to be scored that come first now (CS-56): the own ones
-- of the player on turn, then the opponent's, then those of nobody. Returns
-- the list and the player whose they are, or nil.
local function next_features(game)
  local own, others, nobodys = {}, {}, {}
  local on_turn = players.on_turn(game)
  for _, id in ipairs(game.to_score) do
    local feature = game:feature(id)
    local scorer = game.rules.scorer(game, feature)
    local list = scorer == on_turn.seat and own or scorer and others or nobodys
    list[#list + 1] = feature
  end
  if #own > 0 then
    return own, on_turn
  elseif #others > 0 then
    return others, players.other(game, on_turn)
  end
  return nobodys, nil
end

-- The feature that is scored now: the one chosen, or the first; and the
-- player whose it is.
local function current(game)
  if #game.to_score == 1 then
    local feature = game:feature(game.to_score[1])
    return feature, game.players[game.rules.scorer(game, feature)]
  end
  local features, owner = next_features(game)
  for _, feature in ipairs(features) do
    if game.chosen == feature.id then
      return feature, owner
    end
  end
  return features[1], owner
end

local TERMS_OF = {
  path = "path_points", tower = "tower_points", house = "house_points",
}

-- The terms of a completed feature that `tiles` wall tiles were played on.
local function terms_of(game, feature, tiles)
  local terms = game.rules[TERMS_OF[feature.kind]](game, feature)
  if tiles > 0 then
    local times = game.rules.times_with_wall_tiles(game, tiles)
    terms[#terms + 1] = score.term(tiles == 1 and "doubled" or "tripled",
                                   times - 1, score.total(terms))
  end
  return terms
end

scoring.choose_feature = step.ask {
  name    = "choose_feature",
  rules   = { "CS-56" },
  -- Asked only where the order can matter: wall tiles are still out and can be
  -- taken before the next feature is scored.
  player  = function(game)
    if #game.to_score < 2 or #game.towers == 0
       or not game.rules.wall_tile_taken_now(game) then
      return nil
    end
    local features, owner = next_features(game)
    return owner and #features > 1 and players.on_turn(game)
  end,
  choices = function(game)
    local list = {}
    for _, feature in ipairs((next_features(game))) do
      list[#list + 1] = {
        feature = feature.id, kind = feature.kind,
        points = score.total(terms_of(game, feature, 0)),
      }
    end
    return list
  end,
  apply   = function(game, _, choice)
    game.chosen = choice.feature
  end,
}

scoring.double_feature = step.ask {
  name    = "double_feature",
  rules   = { "CS-62", "CS-63" },
  player  = function(game)
    if #game.to_score == 0 or #players.on_turn(game).wall_tiles == 0 then
      return nil
    end
    local _, owner = current(game)
    return owner == players.on_turn(game) and owner
  end,
  choices = function(game, player)
    local feature = current(game)
    local kind = game.rules.doubling_kind(game, feature)
    if not kind then
      return {}
    end
    local count = math.min(
      players.wall_tile_count(game, player, kind, game.rules.may_double_with),
      game.rules.wall_tiles_on_one_feature(game, kind))
    local list = {}
    for tiles = 0, count > 0 and count or -1 do
      list[#list + 1] = {
        tiles = tiles, kind = kind,
        points = score.total(terms_of(game, feature, tiles)),
      }
    end
    return list
  end,
  apply   = function(game, player, choice)
    for _ = 1, choice.tiles do
      players.play_wall_tile(game, player, choice.kind)
    end
    game.doubled = choice.tiles
  end,
}

local function forget(list, id)
  for index, other in ipairs(list) do
    if other == id then
      table.remove(list, index)
      return
    end
  end
end

-- Who gets the points of a feature: its owner, or all that are there where
-- nobody has more followers and that scores.
local function scorers(game, feature, owner)
  local list = { owner }
  if not owner and game.rules.tie_scores(game, feature) then
    for _, player in ipairs(players.from_turn(game)) do
      if feature.followers[player.seat] > 0 then
        list[#list + 1] = player
      end
    end
  end
  return list
end

local function is_held(feature)
  for _, count in ipairs(feature.followers) do
    if count > 0 then
      return true
    end
  end
  return false
end

local function tell_scored(game, feature, player, terms)
  local points = score.total(terms)
  game:event("feature_scored", {
    player = player, kind = feature.kind, points = points, spaces = feature,
    start_spaces = feature, terms = terms, doubled = game.doubled or 0,
    held = is_held(feature),
  })
  if not player then
    return
  end
  players.score(game, player, points)
  if feature.kind == "house" then
    players.move_keep(game, player, feature)
  end
end

scoring.score_feature = step.automatic {
  name  = "score_feature",
  rules = { "CS-22", "CS-54", "CS-55", "CS-57" },
  apply = function(game)
    if #game.to_score == 0 then
      return
    end
    local feature, owner = current(game)
    local list = scorers(game, feature, owner)
    local terms = #list > 0 and terms_of(game, feature, game.doubled or 0) or {}
    forget(game.to_score, feature.id)
    game.scored[#game.scored + 1] = feature.id
    for index = 1, math.max(#list, 1) do
      tell_scored(game, feature, list[index], terms)
    end
    game.chosen, game.doubled = nil, nil
  end,
}

-- The tower that the player's marker stands on, if its tile is still there.
local function tower_to_take(game, player)
  local tower = game.rules.tower_landed_on(game, player.score)
  return tower and players.tile_on_tower(game, tower) and tower
end

scoring.take_wall_tile = step.chance {
  name  = "take_wall_tile",
  rules = { "CS-23", "CS-60", "CS-57" },
  -- For each player whose marker a scoring moved in this turn, the one whose
  -- turn it is first.
  draw  = function(game)
    if not game.markers_moved or not game.rules.wall_tile_taken_now(game) then
      return nil
    end
    for _, player in ipairs(players.from_turn(game)) do
      local tower = player.moved and tower_to_take(game, player)
      if tower then
        return { pile = "wall_tiles", seat = player.seat, tower = tower }
      end
    end
    return nil
  end,
  apply = function(game, item, request)
    players.take_wall_tile(game, game.players[request.seat], request.tower, item)
  end,
  next  = function(game)
    return #game.to_score > 0 and "choose_feature" or nil
  end,
}

return scoring
