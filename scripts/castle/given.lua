-- What a scenario can put on the table before the play starts, one word each:
-- given.WORD(game, player, ...).

local given = {}

-- white score 31: the marker stands there.
function given.score(_, player, points)
  player.score = points
end

-- white wall_tiles 2 4: held since an earlier turn.
function given.wall_tiles(game, player, ...)
  for _, kind in ipairs({ ... }) do
    assert(math.type(kind) == "integer" and kind >= 1 and kind <= 9,
           "a wall tile is of kind 1 to 9")
    player.wall_tiles[#player.wall_tiles + 1] =
      { kind = kind, taken = game.turn - 1 }
  end
end

-- white turn: it is this player's turn.
function given.turn(game, player)
  game.seat_on_turn = player.seat
end

-- white keep 3: the keep stands on a house of that size.
function given.keep(_, player, size)
  player.keep = { size = size, feature = 0 }
end

-- white takes_off 12 16: no wall tile lies on those towers any more.
function given.takes_off(game, _, ...)
  for _, tower in ipairs({ ... }) do
    for index, first in ipairs(game.towers) do
      if first == tower then
        table.remove(game.towers, index)
        break
      end
    end
  end
end

return given
