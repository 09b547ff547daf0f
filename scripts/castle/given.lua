-- What a scenario can put on the table before the play starts, one word each:
-- `white: score 31` calls seat.score(game, player, 31), and `table: taken 12`
-- calls table.taken(game, nil, 12).

local track = require "castle.track"

local function check_count(what, value)
  assert(math.type(value) == "integer" and value >= 0,
         what .. " is a whole number from 0 on")
end

local seat = {}

-- turn: white. It is this player's turn.
function seat.turn(game, player)
  game.seat_on_turn = player.seat
end

-- white: score 31. The marker stands there.
function seat.score(_, player, points)
  check_count("a score", points)
  player.score = points
end

-- white: wall_tiles 2 4. Held since an earlier turn.
function seat.wall_tiles(game, player, ...)
  for _, kind in ipairs({ ... }) do
    assert(math.type(kind) == "integer" and kind >= 1 and kind <= 9,
           "a wall tile is of kind 1 to 9")
    player.wall_tiles[#player.wall_tiles + 1] =
      { kind = kind, taken = game.turn - 1 }
  end
end

-- white: keep 3. The keep stands on a house of that size.
function seat.keep(_, player, size)
  check_count("the size of a house", size)
  player.keep = { size = size }
end

local on_table = {}

-- table: taken 12 16. The wall tiles of those towers have been taken.
function on_table.taken(game, _, ...)
  for _, tower in ipairs({ ... }) do
    local found = false
    for index, first in ipairs(game.towers) do
      if first == tower then
        table.remove(game.towers, index)
        found = true
        break
      end
    end
    assert(found, "no wall tile lies on the tower " .. tostring(tower)
                  .. "; they are called "
                  .. table.concat(track.TOWERS, ", "))
  end
end

return { seat = seat, table = on_table }
