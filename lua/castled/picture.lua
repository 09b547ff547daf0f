-- What is drawn on a tile: 5 by 5 letters in reading order, north on top.
-- Columns and rows count from 0. Segments are letters of one kind that touch
-- side to side; a segment is called by its first letter before turning. The
-- same as core/tile/tile.h.

local picture = { SIDE = 5 }

local SIDE = picture.SIDE
local LAST = SIDE - 1

-- Slots, clockwise from north; three letters a side, the corners are none's.
picture.SLOTS = {
  { 1, 0 }, { 2, 0 }, { 3, 0 }, { 4, 1 }, { 4, 2 }, { 4, 3 },
  { 3, 4 }, { 2, 4 }, { 1, 4 }, { 0, 3 }, { 0, 2 }, { 0, 1 },
}

-- Where a letter comes to lie after some quarter turns clockwise.
function picture.turn(column, row, turns)
  for _ = 1, turns do
    column, row = LAST - row, column
  end
  return column, row
end

-- Where the letter comes from that lies there after some quarter turns.
function picture.turn_back(column, row, turns)
  for _ = 1, turns do
    column, row = row, LAST - column
  end
  return column, row
end

-- The letter at column, row of a tile that lies turned.
function picture.letter(letters, turns, column, row)
  column, row = picture.turn_back(column, row, turns)
  local at = row * SIDE + column + 1
  return letters:sub(at, at)
end

local function grow(segment, owner, kinds, at, columns, rows)
  local open = { at }
  owner[at] = segment
  while #open > 0 do
    local here = table.remove(open)
    local column, row = here % columns, here // columns
    segment.letters[#segment.letters + 1] = { column, row }
    for _, step in ipairs { { 0, -1 }, { 1, 0 }, { 0, 1 }, { -1, 0 } } do
      local x, y = column + step[1], row + step[2]
      local there = y * columns + x
      if x >= 0 and x < columns and y >= 0 and y < rows and not owner[there]
         and kinds[there] == segment.kind then
        owner[there] = segment
        open[#open + 1] = there
      end
    end
  end
end

local function add_marks(segment, alphabet, letters, columns)
  segment.marks, segment.marked = {}, {}
  for _, at in ipairs(segment.letters) do
    local index = at[2] * columns + at[1]
    local mark = alphabet.letters[letters:sub(index + 1, index + 1)].mark
    if mark then
      segment.marks[mark] = (segment.marks[mark] or 0) + 1
      segment.marked[index] = true
    end
  end
end

local function add_slots(segment, owner, slots, columns)
  segment.slots = {}
  for slot, at in ipairs(slots) do
    if owner[at[2] * columns + at[1]] == segment then
      segment.slots[#segment.slots + 1] = slot
    end
  end
end

-- The segments of a picture in reading order, each with kind, column, row,
-- letters, marks and slots; and by letter (row * columns + column) whose it
-- is. Segments that are drawing only (CS-05) are left out.
function picture.segments(alphabet, letters, columns, rows, slots)
  local kinds, needs_slot = {}, {}
  for at = 0, columns * rows - 1 do
    local letter = alphabet.letters[letters:sub(at + 1, at + 1)]
    kinds[at] = letter and not letter.separator and letter.kind
  end
  for _, kind in ipairs(alphabet.kinds) do
    needs_slot[kind.name] = kind.needs_slot
  end
  local segments, owner = {}, {}
  for at = 0, columns * rows - 1 do
    if kinds[at] and not owner[at] then
      local segment = { kind = kinds[at], column = at % columns,
                        row = at // columns, letters = {} }
      grow(segment, owner, kinds, at, columns, rows)
      add_marks(segment, alphabet, letters, columns)
      add_slots(segment, owner, slots, columns)
      if not needs_slot[segment.kind] or #segment.slots > 0
         or next(segment.marks) then
        segments[#segments + 1] = segment
      end
    end
  end
  return segments, owner
end

-- The letter of a segment that a figure stands best on: one without a mark,
-- nearest to its middle. Before turning.
function picture.place_on(segment)
  local x, y = 0, 0
  for _, at in ipairs(segment.letters) do
    x, y = x + at[1] / #segment.letters, y + at[2] / #segment.letters
  end
  local best, best_distance
  for _, at in ipairs(segment.letters) do
    local distance = (at[1] - x) ^ 2 + (at[2] - y) ^ 2
    if segment.marked[at[2] * SIDE + at[1]] then
      distance = distance + SIDE * SIDE
    end
    if not best or distance < best_distance - 1e-9 then
      best, best_distance = at, distance
    end
  end
  return best[1], best[2]
end

return picture
