-- The Castle's wall as it is drawn: the outline of the plan, walked clockwise
-- from corner tower 0/1, with the track's spaces on it (CS-03). A straight
-- side of a space has two track spaces, a corner tower two; sides beside the
-- corners that turn left have none. Geometry comes from the plan, so a variant
-- with another wall is drawn too.
--
-- Everything is in letters: a space is 5 by 5, the space at 0, 0 has its first
-- letter at 0, 0. The wall is three letters thick.
--
--     ###  tower        The innermost row of a side shows the start space, if
--     #22334455         one is there. In the outer two stand the number and
--     #21.......        the markers.
--     ##o inside

local KINDS_OF_WALL_TILE = 9
local OF_EACH_KIND = 2 -- CS-02

local castle = {}

local SIDE = 5

-- Directions of the walk, by the side of the space that it passes.
local WALKS = {
  west  = { dx = 0, dy = -1, after_right = "north", after_left = "south" },
  north = { dx = 1, dy = 0, after_right = "east", after_left = "west" },
  east  = { dx = 0, dy = 1, after_right = "south", after_left = "north" },
  south = { dx = -1, dy = 0, after_right = "west", after_left = "east" },
}
local TURN_RIGHT = { west = "north", north = "east", east = "south",
                     south = "west" }
local TURN_LEFT = { west = "south", south = "east", east = "north",
                    north = "west" }
local OUTWARD = { west = { -1, 0 }, north = { 0, -1 }, east = { 1, 0 },
                  south = { 0, 1 } }

-- Where the walk goes after the side of the space: the next space and side,
-- and how it turns there.
local function next_side(board, x, y, side)
  local walk, out = WALKS[side], OUTWARD[side]
  local ahead_x, ahead_y = x + walk.dx, y + walk.dy
  if not board:has_space(ahead_x, ahead_y) then
    return x, y, TURN_RIGHT[side], "right"
  elseif board:has_space(ahead_x + out[1], ahead_y + out[2]) then
    return ahead_x + out[1], ahead_y + out[2], TURN_LEFT[side], "left"
  end
  return ahead_x, ahead_y, side, "straight"
end

-- The southernmost space of the westernmost column that reaches the south
-- wall's corner 0: the lowest row's first space.
local function first_space(board)
  for y = board.bottom, board.top, -1 do
    for x = board.left, board.right do
      if board:has_space(x, y) then
        return x, y
      end
    end
  end
  return nil
end

-- A letter's place on a side: `along` in the direction of the walk from 0 to
-- 4, `out` from 1 (beside the inside) to 3.
local function letter_on(x, y, side, along, out)
  local left, top = x * SIDE, y * SIDE
  if side == "west" then
    return left - out, top + SIDE - 1 - along
  elseif side == "north" then
    return left + along, top - out
  elseif side == "east" then
    return left + SIDE - 1 + out, top + along
  end
  return left + SIDE - 1 - along, top + SIDE - 1 + out
end

-- The letters of a straight track space that begins at `along`: of two that
-- lie the same way on the screen, the number takes the western or northern.
local function straight(number, x, y, side, along)
  local a = { letter_on(x, y, side, along, 3) }
  local b = { letter_on(x, y, side, along + 1, 3) }
  if b[1] < a[1] or b[2] < a[2] then
    a, b = b, a
  end
  return {
    number = number, label = a, free = b,
    beside = { x = x, y = y, side = side }, half = along == 0 and 0 or 1,
    stands = { { letter_on(x, y, side, along, 2) },
               { letter_on(x, y, side, along + 1, 2) } },
    letters = { { letter_on(x, y, side, along, 2) },
                { letter_on(x, y, side, along + 1, 2) }, a, b },
  }
end

-- The middle letter of a tower at the end of the side.
local function tower_middle(x, y, side, turn)
  local after = turn == "right" and SIDE + 1 or SIDE - 2
  return letter_on(x, y, side, after, 2)
end

-- The two track spaces of a tower: what stands on the first stands where the
-- walk comes in, on the second where it goes out.
local function add_tower(track, number, x, y, side, turn)
  local middle_x, middle_y = tower_middle(x, y, side, turn)
  local walk = WALKS[side]
  local out = WALKS[turn == "right" and TURN_RIGHT[side] or TURN_LEFT[side]]
  local function at(dx, dy)
    return { middle_x + dx, middle_y + dy }
  end
  track.towers[#track.towers + 1] = {
    number = number, x = middle_x, y = middle_y, middle = at(0, 0),
    label = at(-1, -1), beside = { x = x, y = y, side = side }, turn = turn,
  }
  local tower = track.towers[#track.towers]
  tower.label = at(turn == "right" and 0 or -walk.dx - out.dx, 0)
  track.spaces[number] = {
    number = number, tower = tower, letters = {},
    stands = { at(-walk.dx, -walk.dy),
               at(-walk.dx - out.dx, -walk.dy - out.dy) },
  }
  track.spaces[number + 1] = {
    number = number + 1, tower = tower, letters = {},
    stands = { at(out.dx, out.dy),
               at(out.dx + walk.dx, out.dy + walk.dy) },
  }
end

-- The track of a board: `spaces` by number from 0, `towers` in order, `sides`
-- (x, y, side) of the inside that the wall runs along, `count` of spaces. A
-- space has `stands`, two letters where markers stand; a straight one `label`,
-- where its number is. A tower has its middle and the number of its first
-- space. For drawings that are finer than letters, both say `beside` which side
-- of the inside they are (x, y, side): a space on which `half` of it, 0 or 1 in
-- the direction of the walk, a tower, at its end, how the walk turns.
-- nil for a board without a wall.
function castle.track(board)
  if not board.is_bounded then
    return nil
  end
  local track = { spaces = {}, towers = {}, sides = {} }
  local x, y = first_space(board)
  local side = "west"
  local first_x, first_y = x, y
  local number = 2 -- behind tower 0/1, which is where the walk ends
  local came_by = "right"
  repeat
    local next_x, next_y, next_one, turn = next_side(board, x, y, side)
    track.sides[#track.sides + 1] = { x = x, y = y, side = side }
    if came_by ~= "left" and turn ~= "left" then
      track.spaces[number] = straight(number, x, y, side, 0)
      track.spaces[number + 1] = straight(number + 1, x, y, side, 3)
      number = number + 2
    end
    local is_end = next_x == first_x and next_y == first_y
                   and next_one == "west"
    if turn ~= "straight" then
      add_tower(track, is_end and 0 or number, x, y, side, turn)
      number = is_end and number or number + 2
    end
    x, y, side, came_by = next_x, next_y, next_one, turn
  until is_end
  track.count = number
  return track
end

-- The number of the tower that a track space belongs to, or nil.
function castle.tower_of(track, space)
  local found = track.spaces[space] and track.spaces[space].tower
  return found and found.number
end

-- The wall tiles that nobody has taken yet, as far as events have told: a list of
-- { kind =, count = }.
function castle.wall_tiles_left(events)
  local taken, list = {}, {}
  for _, event in ipairs(events) do
    if event.event == "wall_tile_taken" then
      taken[event.kind] = (taken[event.kind] or 0) + 1
    end
  end
  for kind = 1, KINDS_OF_WALL_TILE do
    local count = OF_EACH_KIND - (taken[kind] or 0)
    if count > 0 then
      list[#list + 1] = { kind = kind, count = count }
    end
  end
  return list
end

return castle
