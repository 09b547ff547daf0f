-- What a seat, or somebody who watches, may see of the game's own state.
-- In The Castle all see the same (CS-12): what is unknown is in the piles.

local players = require "castle.players"

return function(game, _)
  local seen = {}
  for seat, player in ipairs(game.players) do
    local wall_tiles = {}
    for index, tile in ipairs(player.wall_tiles) do
      wall_tiles[index] = tile.kind
    end
    seen[seat] = {
      score = player.score, space = players.space(player),
      supply = game:supply(player), wall_tiles = wall_tiles,
      keep = player.keep and player.keep.size or 0,
    }
  end
  return {
    turn = game.turn, seat_on_turn = game.seat_on_turn or 0,
    drawn = game.drawn or "", towers = game.towers, players = seen,
  }
end
