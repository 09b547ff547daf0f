-- What players hold and what is done with it: points, wall tiles, keeps.

local track = require "castle.track"

local players = {}

-- The player whose turn it is.
function players.on_turn(game)
  return game.players[game.seat_on_turn]
end

-- The other player.
function players.other(game, player)
  return game.players[3 - player.seat]
end

-- Both, the one whose turn it is first.
function players.from_turn(game)
  local first = players.on_turn(game)
  return { first, players.other(game, first) }
end

-- Moves the marker on (CS-58: a score is never reduced and never cut).
function players.score(game, player, points)
  if math.type(points) ~= "integer" or points < 0 then
    error("players.score: points must be an integer from 0 on, not "
          .. tostring(points) .. ": a score is never reduced (CS-58)", 2)
  end
  if points > 0 then
    player.score = player.score + points
    player.moved, game.markers_moved = true, true
  end
end

-- Whether a wall tile still lies on the tower.
function players.tile_on_tower(game, tower)
  for _, first in ipairs(game.towers) do
    if first == tower then
      return true
    end
  end
  return false
end

-- Takes the wall tile of `kind` from the tower, face up (CS-60). Drawn items
-- are called by their kind and a letter: "4a", "4b".
function players.take_wall_tile(game, player, tower, item)
  local kind = tonumber(string.sub(item, 1, 1))
  for index, first in ipairs(game.towers) do
    if first == tower then
      table.remove(game.towers, index)
      break
    end
  end
  player.wall_tiles[#player.wall_tiles + 1] = { kind = kind, taken = game.turn }
  game:event("wall_tile_taken", { player = player, space = tower, kind = kind })
end

-- How many wall tiles of `kind` the player holds that `may(game, tile)`
-- allows; without `may`, how many of the kind.
function players.wall_tile_count(game, player, kind, may)
  local count = 0
  for _, tile in ipairs(player.wall_tiles) do
    if tile.kind == kind and (not may or may(game, tile)) then
      count = count + 1
    end
  end
  return count
end

-- Plays one wall tile of `kind`: it leaves the game (CS-69).
function players.play_wall_tile(game, player, kind)
  for index, tile in ipairs(player.wall_tiles) do
    if tile.kind == kind then
      table.remove(player.wall_tiles, index)
      game:event("wall_tile_played", { player = player, kind = kind })
      return
    end
  end
  error("no wall tile of kind " .. kind .. " to play")
end

-- CS-59: the keep goes on the first house scored, later on a larger one.
function players.move_keep(game, player, house)
  local size = game.rules.house_size(game, house)
  if not player.keep or size > player.keep.size then
    player.keep = { size = size }
    game:event("keep_moved", { player = player, size = size, spaces = house })
  end
end

-- The space that the player's marker stands on.
function players.space(player)
  return track.space(player.score)
end

return players
