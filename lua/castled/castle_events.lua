-- How an event of The Castle changes what is seen, so that a frontend can show
-- one event after the other until the next view comes. A view is as the host
-- gives it; only what events tell is changed.

local events = {}

local function player_of(view, seats, name)
  local players = view.game and view.game.players
  for seat, other in ipairs(seats) do
    if players and other == name then
      return players[seat]
    end
  end
  return nil
end

local function remove_first(list, is_wanted)
  for index, item in ipairs(list or {}) do
    if is_wanted(item) then
      return table.remove(list, index)
    end
  end
  return nil
end

local changes = {}

function changes.tile_drawn(view, event)
  view.game.drawn = event.tile
  local left = view.left and view.left.castle_tiles
  if left and left > 0 then
    view.left.castle_tiles = left - 1
  end
end

function changes.tile_set_aside(view)
  view.game.drawn = ""
end

function changes.tile_placed(view, event)
  view.game.drawn = ""
  view.board[#view.board + 1] = { tile = event.tile, turns = event.turns,
                                  x = event.x, y = event.y }
end

function changes.follower_placed(view, event, player)
  view.followers[#view.followers + 1] = {
    at = event.at, kind = event.kind, player = event.player,
    x = event.x, y = event.y,
  }
  if player and player.supply then
    player.supply = player.supply - 1
  end
end

function changes.follower_returned(view, event, player)
  local gone = remove_first(view.followers, function(follower)
    return follower.x == event.x and follower.y == event.y
           and follower.at[1] == event.at[1] and follower.at[2] == event.at[2]
  end)
  if gone and player and player.supply then
    player.supply = player.supply + 1
  end
end

function changes.wall_tile_taken(view, event, player)
  remove_first(view.game.towers, function(tower)
    return tower == event.space
  end)
  if player then
    player.wall_tiles[#player.wall_tiles + 1] = event.kind
  end
end

function changes.wall_tile_played(_, event, player)
  remove_first(player and player.wall_tiles, function(kind)
    return kind == event.kind
  end)
end

function changes.keep_moved(_, event, player)
  if player then
    player.keep = event.size
  end
end

-- What is seen before the first view comes: markers on 0, a wall tile on each
-- tower but the first, nothing on the board.
function events.initial(seats, track)
  local game = { players = {}, towers = {}, drawn = "" }
  for seat in ipairs(seats) do
    game.players[seat] = { score = 0, space = 0, wall_tiles = {}, keep = 0 }
  end
  for _, tower in ipairs(track and track.towers or {}) do
    if tower.number ~= 0 then
      game.towers[#game.towers + 1] = tower.number
    end
  end
  return { board = {}, followers = {}, left = {}, game = game }
end

-- Changes the view as the event says.
function events.apply(view, seats, event)
  local change = changes[event.event]
  local player = player_of(view, seats, event.player)
  if change then
    change(view, event, player)
  end
  if player and event.score_after then
    player.score = event.score_after
    player.space = event.score_after % 100
  end
end

return events
