-- From letters to smooth shapes. A set of letters, on a grid of columns and
-- rows, has an outline; it is led through the middles of the letters' sides, so
-- that stairs become slopes, and its corners are rounded. Where it meets the
-- edge of the tile it stays sharp, and meets its neighbour's: a slope goes on to
-- the edge, so that both reach it at the same point.
--
-- All results are in hundredths of a tile. A letter is 20.

local outline = {}

local UNIT = 20

local concat, floor, max, min, sqrt = table.concat, math.floor, math.max,
                                      math.min, math.sqrt

-- Numbers that were written, by tenths: there are few.
local written = {}

-- A coordinate as SVG has it, to a tenth.
local function number(value)
  local tenths = floor(value * 10 + 0.5)
  local text = written[tenths]
  if not text then
    text = tenths % 10 == 0 and ("%d"):format(tenths // 10)
           or ("%.1f"):format(tenths / 10)
    written[tenths] = text
  end
  return text
end
outline.number = number

-- The sides of letters with a letter of the set on their right and none on
-- their left, by where they start: a list each, since two can start in a
-- corner.
local function boundary(is_in, columns, rows)
  local starts, last = {}, columns - 1
  local function add(x1, y1, x2, y2)
    local key = y1 * (columns + 1) + x1
    starts[key] = starts[key] or {}
    table.insert(starts[key], { x1, y1, x2, y2 })
  end
  for at = 0, columns * rows - 1 do
    if is_in[at] then
      local x, y = at % columns, at // columns
      if not is_in[at - columns] then add(x, y, x + 1, y) end
      if x == last or not is_in[at + 1] then add(x + 1, y, x + 1, y + 1) end
      if not is_in[at + columns] then add(x + 1, y + 1, x, y + 1) end
      if x == 0 or not is_in[at - 1] then add(x, y + 1, x, y) end
    end
  end
  return starts
end

-- Of the sides that start where one ends, the one that turns right most, so
-- that letters that touch at a corner stay apart.
local function take_next(starts, columns, side)
  local list = starts[side[4] * (columns + 1) + side[3]]
  if not list then
    return nil
  end
  local dx, dy = side[3] - side[1], side[4] - side[2]
  local best
  for index, other in ipairs(list) do
    local ox, oy = other[3] - other[1], other[4] - other[2]
    if not best or dx * oy - dy * ox > 0 then
      best = index
    end
  end
  local taken = table.remove(list, best)
  if #list == 0 then
    starts[side[4] * (columns + 1) + side[3]] = nil
  end
  return taken
end

-- Loops of sides, in an order that depends on nothing but the letters.
local function loops(is_in, columns, rows)
  local starts = boundary(is_in, columns, rows)
  local result = {}
  for key = 0, (columns + 1) * (rows + 1) - 1 do
    while starts[key] do
      local loop = {}
      local side = take_next(starts, columns, {
        key % (columns + 1) - 1, key // (columns + 1),
        key % (columns + 1), key // (columns + 1) })
      while side do
        loop[#loop + 1] = side
        side = take_next(starts, columns, side)
      end
      result[#result + 1] = loop
    end
  end
  return result
end

local function edge_of(side, columns, rows)
  local x1, y1, x2, y2 = side[1], side[2], side[3], side[4]
  return y1 == 0 and y2 == 0 and "north" or x1 == columns and x2 == columns
         and "east" or y1 == rows and y2 == rows and "south"
         or x1 == 0 and x2 == 0 and "west" or nil
end

local function middle(side)
  return (side[1] + side[3]) / 2, (side[2] + side[4]) / 2
end

-- Where the outline meets the tile's edge: at the corner of the letter, or
-- half a letter further out when it comes as a slope that widens. `near` is the
-- side beside the edge, `far` the one behind it, `out` the direction of the
-- edge in which the shape would grow.
local function meeting(x, y, near, far, out_x, out_y)
  if far then
    local nx, ny = middle(near)
    local fx, fy = middle(far)
    local dx, dy = nx - fx, ny - fy
    if dx * out_x + dy * out_y > 0 then
      return x + out_x / 2, y + out_y / 2
    end
  end
  return x, y
end

-- The points of a loop: { x, y, edge }, `edge` where the way from the point
-- to the next runs along the tile's edge.
local function points_of(loop, columns, rows)
  local count = #loop
  local edges, points = {}, {}
  for index, side in ipairs(loop) do
    edges[index] = edge_of(side, columns, rows)
  end
  local function at(index)
    return (index - 1) % count + 1
  end
  local function inner(index)
    return not edges[at(index)] and loop[at(index)] or nil
  end
  for index, side in ipairs(loop) do
    local edge, before, after = edges[index], edges[at(index - 1)],
                                edges[at(index + 1)]
    local dx, dy = side[3] - side[1], side[4] - side[2]
    if not edge then
      local x, y = middle(side)
      points[#points + 1] = { x, y }
    elseif edge ~= before then
      local x, y = side[1], side[2]
      if not before then
        x, y = meeting(x, y, loop[at(index - 1)], inner(index - 2), -dx, -dy)
      end
      points[#points + 1] = { x, y, edge }
    end
    if edge and not after then
      local x, y = meeting(side[3], side[4], loop[at(index + 1)],
                           inner(index + 2), dx, dy)
      points[#points + 1] = { x, y }
    end
  end
  return points
end

local function is_straight(a, b, c)
  return (b[1] - a[1]) * (c[2] - b[2]) == (b[2] - a[2]) * (c[1] - b[1])
end

-- Without the points that lie on a straight way.
local function simplify(points)
  local kept = {}
  local count = #points
  for index, point in ipairs(points) do
    local before = points[(index - 2) % count + 1]
    local after = points[index % count + 1]
    if point[3] or before[3] or not is_straight(before, point, after) then
      kept[#kept + 1] = point
    end
  end
  return kept
end

local function toward(from, to, length)
  local dx, dy = to[1] - from[1], to[2] - from[2]
  local distance = sqrt(dx * dx + dy * dy)
  local part = distance == 0 and 0 or min(length, distance / 2) / distance
  return number(from[1] + dx * part) .. " " .. number(from[2] + dy * part)
end

-- A line through points (in hundredths), its corners rounded.
function outline.line(points, radius)
  local parts = { "M" .. number(points[1][1]) .. " " .. number(points[1][2]) }
  for index = 2, #points - 1 do
    local here = points[index]
    parts[#parts + 1] = "L" .. toward(here, points[index - 1], radius) .. "Q"
      .. number(here[1]) .. " " .. number(here[2]) .. " "
      .. toward(here, points[index + 1], radius)
  end
  local last = points[#points]
  parts[#parts + 1] = "L" .. number(last[1]) .. " " .. number(last[2])
  return concat(parts)
end

local function close(points, radius)
  local count, parts = #points, {}
  for index, here in ipairs(points) do
    local before = points[(index - 2) % count + 1]
    local letter = index == 1 and "M" or "L"
    if here[3] or before[3] then
      parts[index] = letter .. number(here[1]) .. " " .. number(here[2])
    else
      parts[index] = letter .. toward(here, before, radius) .. "Q"
        .. number(here[1]) .. " " .. number(here[2]) .. " "
        .. toward(here, points[index % count + 1], radius)
    end
  end
  return concat(parts) .. "Z"
end

-- The parts of a closed outline that do not run along the tile's edge.
local function open_parts(points, radius)
  local count, first = #points, nil
  for index, point in ipairs(points) do
    first = first or point[3] and index
  end
  if not first then
    return close(points, radius)
  end
  local parts, run = {}, {}
  for step = 1, count do
    local point = points[(first + step - 1) % count + 1]
    run[#run + 1] = point
    if point[3] then
      if #run > 1 then
        parts[#parts + 1] = outline.line(run, radius)
      end
      run = {}
    end
  end
  return concat(parts)
end

local function add_spans(spans, points)
  local count = #points
  for index, point in ipairs(points) do
    if point[3] then
      local other = points[index % count + 1]
      local along = (point[3] == "north" or point[3] == "south") and 1 or 2
      spans[#spans + 1] = { side = point[3],
                            from = min(point[along], other[along]),
                            to = max(point[along], other[along]) }
    end
  end
end

-- The shape of a set of letters, by index (row * columns + column). `closed` and
-- `open` are path data, the latter without what runs along the tile's edge; `spans`
-- say where it touches that: side, from, to.
function outline.area(is_in, columns, rows, radius)
  local closed, open, spans = {}, {}, {}
  for index, loop in ipairs(loops(is_in, columns, rows)) do
    local points = simplify(points_of(loop, columns, rows))
    for _, point in ipairs(points) do
      point[1], point[2] = point[1] * UNIT, point[2] * UNIT
    end
    closed[index] = close(points, radius)
    open[index] = open_parts(points, radius)
    add_spans(spans, points)
  end
  return { closed = concat(closed), open = concat(open), spans = spans }
end

return outline
