-- Setting up, and who begins (CS-10, CS-11).

local step  = require "castled.step"
local track = require "castle.track"

local setup = {}

setup.SEATS = { "white", "black" }

-- CS-01: seven followers each, of which one is the scoring marker.
setup.FIGURES = { { name = "follower", count = 6 } }

-- CS-02: nine kinds, two of each. Items that look the same get different
-- names, so that a shuffle can be checked.
function setup.piles(_, tiles)
  local castle_tiles, wall_tiles = {}, {}
  for _, tile in ipairs(tiles) do
    castle_tiles[#castle_tiles + 1] = tile.name
  end
  for kind = 1, 9 do
    wall_tiles[#wall_tiles + 1] = kind .. "a"
    wall_tiles[#wall_tiles + 1] = kind .. "b"
  end
  return {
    { name = "castle_tiles", items = castle_tiles },
    { name = "wall_tiles", items = wall_tiles },
  }
end

-- CS-10: a wall tile on each corner tower but 0/1. Which one it is, is drawn
-- when it is taken.
function setup.put_out(game)
  game.turn = 1
  game.towers = {}
  for _, tower in ipairs(track.TOWERS) do
    if tower ~= track.TOWER_WITHOUT_TILE then
      game.towers[#game.towers + 1] = tower
    end
  end
  game.to_score = {}                    -- features still to be scored
  game.scored = {}                       -- features whose followers go back
  game.players = {}
  for seat in ipairs(setup.SEATS) do
    game.players[seat] = { seat = seat, score = 0, wall_tiles = {} }  -- CS-11
  end
end

setup.first_player = step.chance {
  name  = "first_player",
  rules = { "CS-11" },
  draw  = function(game)
    if not game.seat_on_turn and game.options.first_player == "draw" then
      return { roll = "first_player", sides = #setup.SEATS }
    end
    return nil
  end,
  apply = function(game, value)
    game.seat_on_turn = value
  end,
}

setup.begin = step.automatic {
  name  = "begin",
  rules = { "CS-11" },
  apply = function(game)
    for seat, name in ipairs(setup.SEATS) do
      if game.options.first_player == name then
        game.seat_on_turn = seat
      end
    end
    game:event("game_started", {
      ruleset      = "castle",
      variants     = game.variants,
      options      = game.options,
      players      = setup.SEATS,
      first_player = setup.SEATS[game.seat_on_turn],
    })
  end,
}

return setup
