-- The end of a turn: followers go back, merchants never (CS-45), an extra turn perhaps, the next
-- player (CS-24).

local players = require "castle.players"
local step    = require "castled.step"

local turn_end = {}

turn_end.return_followers = step.automatic {
  name  = "return_followers",
  rules = { "CS-46", "CS-24" },
  apply = function(game)
    if #game.scored == 0 then
      return
    end
    for _, id in ipairs(game.scored) do
      for _, follower in ipairs(game:return_followers(id)) do
        game:event("follower_returned", {
          player = follower.seat, x = follower.x, y = follower.y,
          kind = follower.kind, at = { follower.column, follower.row },
        })
      end
    end
    game.scored = {}
  end,
}

turn_end.extra_turn = step.ask {
  name    = "extra_turn",
  rules   = { "CS-61", "CS-70" },
  player  = function(game)
    local player = players.on_turn(game)
    return #player.wall_tiles > 0
           and players.wall_tile_count(game, player, 1) > 0
           and game.rules.extra_turn_possible(game) and player
  end,
  choices = function()
    return { { play = true }, { play = false } }
  end,
  apply   = function(game, player, choice)
    if choice.play then
      players.play_wall_tile(game, player, 1)
      game:event("extra_turn", { player = player })
      game.again = true
    end
  end,
}

turn_end.next_player = step.automatic {
  name  = "next_player",
  rules = { "CS-24", "CS-70" },
  apply = function(game)
    if not game.again then
      game.seat_on_turn = players.other(game, players.on_turn(game)).seat
    end
    if game:left("castle_tiles") > 0 then
      game.turn = game.turn + 1
    end
    game.again, game.placed = nil, nil
    if game.markers_moved then
      game.markers_moved = nil
      for _, player in ipairs(game.players) do
        player.moved = nil
      end
    end
  end,
  next  = function(game)
    return game:left("castle_tiles") == 0 and "final" or nil
  end,
}

return turn_end
