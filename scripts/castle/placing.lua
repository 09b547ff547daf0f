-- The first half of a turn: draw a tile, place it, place a follower
-- (CS-20, CS-21).

local players = require "castle.players"
local step    = require "castled.step"

local placing = {}

-- CS-40: what a follower is called, by where it stands.
local ROLES = {
  path  = "herald",
  tower = "knight",
  house = "squire",
  court = "merchant",
}

placing.draw_tile = step.chance {
  name  = "draw_tile",
  rules = { "CS-20", "CS-35" },
  draw  = function(game)
    if game.drawn or game:left("castle_tiles") == 0 then
      return nil
    end
    return { pile = "castle_tiles" }
  end,
  apply = function(game, tile)
    local player = players.on_turn(game)
    game:event("tile_drawn", { player = player, tile = tile })
    if #game:placements(tile) > 0 then
      game.drawn = tile
    else
      game:event("tile_set_aside", { player = player, tile = tile })
    end
  end,
}

placing.place_tile = step.ask {
  name    = "place_tile",
  rules   = { "CS-20", "CS-30", "CS-31", "CS-32" },
  player  = function(game)
    return game.drawn and players.on_turn(game)
  end,
  choices = function(game)
    return game:placements(game.drawn)
  end,
  apply   = function(game, player, choice)
    local tile = game.drawn
    game:lay(tile, choice.x, choice.y, choice.turns)
    game.drawn = nil
    game.placed = true
    for index, feature in ipairs(game:completed()) do
      game.to_score[index] = feature.id
    end
    game:event("tile_placed", { player = player, tile = tile, x = choice.x,
                                y = choice.y, turns = choice.turns })
  end,
}

placing.place_follower = step.ask {
  name    = "place_follower",
  rules   = { "CS-21", "CS-40", "CS-41", "CS-43", "CS-44" },
  player  = function(game)
    local player = players.on_turn(game)
    return game.placed and game:supply(player) > 0 and player     -- CS-43
  end,
  choices = function(game, player)
    local list = {}
    local may_place_follower = game.rules.may_place_follower
    for _, segment in ipairs(game:segments()) do
      if may_place_follower(game, player, segment) then
        list[#list + 1] = { role = ROLES[segment.kind],
                            column = segment.column, row = segment.row }
      end
    end
    if #list > 0 then
      list[#list + 1] = { pass = true }                           -- "may"
    end
    return list
  end,
  apply   = function(game, player, choice)
    if choice.pass then
      return
    end
    local at = game:place_follower(player, choice.column, choice.row)
    game:event("follower_placed", {
      player = player, x = at.x, y = at.y, kind = at.kind, role = choice.role,
      at = { choice.column, choice.row },
    })
  end,
}

return placing
