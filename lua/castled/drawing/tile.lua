-- A tile as a drawing, already turned: so all roofs have the same light and all
-- textures go on from tile to tile.

local looks   = require "castled.drawing.looks"
local outline = require "castled.drawing.outline"
local picture = require "castled.picture"
local signs   = require "castled.drawing.signs"

local tile_drawing = {}

local SIDE, LETTER = picture.SIDE, 20
local HALF = LETTER / 2
local NEIGHBOURS = { { 0, -1 }, { 1, 0 }, { 0, 1 }, { -1, 0 } }
local RADIUS = { area = 5, ground = 6, line = 14 }
local LINE_WIDTH, CASING_WIDTH = 15, 20

-- By quarter turns, and by the index of a letter on the turned tile: which letter of
-- the picture it is, from 0.
local TURNED = {}
for turns = 0, 3 do
  TURNED[turns] = {}
  for index = 0, SIDE * SIDE - 1 do
    local x, y = picture.turn_back(index % SIDE, index // SIDE, turns)
    TURNED[turns][index] = y * SIDE + x
  end
end

-- What lies where on the turned tile: `segments` and `letters` by letter's
-- index. What is drawing only (CS-05) belongs to a segment that surrounds it:
-- a yard.
local function read_letters(tile, turns)
  local grid = { segments = {}, letters = {}, yards = {} }
  local is_listed = {}
  for _, segment in ipairs(tile.segments) do
    is_listed[segment] = true
  end
  for index, at in pairs(TURNED[turns % 4]) do
    local segment = tile.owner[at]
    grid.segments[index] = is_listed[segment] and segment or nil
    grid.letters[index] = tile.picture:sub(at + 1, at + 1)
  end
  return grid
end

local function segment_at(grid, column, row)
  if column < 0 or row < 0 or column >= SIDE or row >= SIDE then
    return nil
  end
  return grid.segments[row * SIDE + column]
end

local function add_yards(grid)
  for index = 0, SIDE * SIDE - 1 do
    local column, row = index % SIDE, index // SIDE
    local around = not grid.segments[index] and segment_at(grid, column, row - 1)
    local is_yard = around
    for _, step in ipairs(NEIGHBOURS) do
      is_yard = is_yard
                and segment_at(grid, column + step[1], row + step[2]) == around
    end
    if is_yard then
      grid.yards[index] = around
    end
  end
end

local function shape_of(grid, segment, look)
  local is_in = {}
  for index = 0, SIDE * SIDE - 1 do
    is_in[index] = grid.segments[index] == segment or grid.yards[index] == segment
  end
  return outline.area(is_in, SIDE, SIDE, RADIUS[look.form])
end

local function count_neighbours(grid, segment, column, row)
  local count = 0
  for _, step in ipairs(NEIGHBOURS) do
    local x, y = column + step[1], row + step[2]
    local is_outside = x < 0 or y < 0 or x >= SIDE or y >= SIDE
    if is_outside or segment_at(grid, x, y) == segment then
      count = count + 1
    end
  end
  return count
end

local function roofs_of(grid, segment, theme, alphabet)
  local list = {}
  for index = 0, SIDE * SIDE - 1 do
    local letter = alphabet.letters[grid.letters[index]]
    if grid.segments[index] == segment and not letter.mark then
      local column, row = index % SIDE, index // SIDE
      local is_tip = count_neighbours(grid, segment, column, row) <= 1
      list[#list + 1] = {
        x = column * LETTER + HALF, y = row * LETTER + HALF,
        length = is_tip and 6 or 8.5, depth = is_tip and 5 or 7,
        is_upright = (column * 7 + row * 3) % 5 < 2,
      }
    end
  end
  return signs.roofs(theme, list)
end

-- The letter of an area that is nearest to the tile's middle.
local function inner_letter(grid, segment)
  local best, best_distance
  for index = 0, SIDE * SIDE - 1 do
    local x, y = index % SIDE - 2, index // SIDE - 2
    local distance = x * x + y * y
    if grid.segments[index] == segment
       and (not best or distance < best_distance) then
      best, best_distance = index, distance
    end
  end
  return best % SIDE * LETTER + HALF, best // SIDE * LETTER + HALF
end

-- The outline of an area; a rampart has merlons on it.
function tile_drawing.edge(theme, look, path)
  if look.is_crenelled then
    return ('<path fill="none" %s stroke-width="6" d="%s"/>'
            .. '<path fill="none" %s stroke-width="3.4" stroke-dasharray='
            .. '"4.5 3.5" d="%s"/>')
      :format(theme.stroke[look.edge], path, theme.stroke.stone_light, path)
  end
  return ('<path fill="none" %s stroke-width="3" stroke-linejoin="round" d="%s"/>')
    :format(theme.stroke[look.edge], path)
end

function tile_drawing.fill(theme, look)
  if look.fill:sub(1, 1) == "#" then
    return 'fill="url(#castled-' .. look.fill:sub(2) .. ')"'
  end
  return theme.fill[look.fill]
end

local function yards_of(grid, segment, theme)
  local parts = {}
  for index = 0, SIDE * SIDE - 1 do
    if grid.yards[index] == segment then
      local x, y = index % SIDE * LETTER + HALF, index // SIDE * LETTER + HALF
      parts[#parts + 1] = signs.at(x, y, '<circle r="7.5" ' .. theme.fill.court
                                         .. '/>' .. signs.bush(theme))
    end
  end
  return table.concat(parts)
end

local function draw_area(kit, grid, segment, look, shape)
  local theme = kit.theme
  local parts = { ('<path %s d="%s"/>'):format(tile_drawing.fill(theme, look),
                                              shape.closed) }
  if look.texture then
    parts[#parts + 1] = ('<path fill="url(#castled-hatch-%d)" d="%s"/>')
      :format(look.texture, shape.closed)
  elseif look.on == "roofs" then
    parts[#parts + 1] = roofs_of(grid, segment, theme, kit.alphabet)
  elseif look.on == "keep" then
    local x, y = inner_letter(grid, segment)
    parts[#parts + 1] = signs.at(x, y, signs.keep(theme))
  end
  parts[#parts + 1] = yards_of(grid, segment, theme)
  if shape.open ~= "" then
    parts[#parts + 1] = tile_drawing.edge(theme, look, shape.open)
  end
  return table.concat(parts)
end

local function is_separator(kit, grid, column, row)
  local letter = column >= 0 and row >= 0 and column < SIDE and row < SIDE
                 and kit.alphabet.letters[grid.letters[row * SIDE + column]]
  return letter and letter.separator
end

-- Where a line goes on from a letter: to letters of its own, to the edge, to a
-- square. { x, y, next letter or nil }, in hundredths.
local function ways(kit, grid, segment, index)
  local column, row = index % SIDE, index // SIDE
  local x, y = column * LETTER + HALF, row * LETTER + HALF
  local list = {}
  for _, step in ipairs(NEIGHBOURS) do
    local next_column, next_row = column + step[1], row + step[2]
    local is_outside = next_column < 0 or next_row < 0 or next_column >= SIDE
                       or next_row >= SIDE
    if is_outside then
      list[#list + 1] = { x + step[1] * HALF, y + step[2] * HALF }
    elseif segment_at(grid, next_column, next_row) == segment then
      list[#list + 1] = { x + step[1] * LETTER, y + step[2] * LETTER,
                          next_row * SIDE + next_column }
    elseif is_separator(kit, grid, next_column, next_row) then
      list[#list + 1] = { x + step[1] * LETTER, y + step[2] * LETTER }
    end
  end
  return list
end

-- From a letter along one way to the next fork or end.
local function follow(kit, grid, segment, from, way, seen)
  local points = { { from % SIDE * LETTER + HALF, from // SIDE * LETTER + HALF } }
  local before, here = from, way
  while true do
    points[#points + 1] = { here[1], here[2] }
    local index = here[3]
    if not index or index == from then
      return points
    end
    seen[index] = seen[index] or {}
    seen[index][before] = true
    local list = ways(kit, grid, segment, index)
    if #list == 1 then -- an end at a building: up to its gate
      local last, first = points[#points], points[#points - 1]
      last[1] = last[1] + (last[1] - first[1]) * 0.7
      last[2] = last[2] + (last[2] - first[2]) * 0.7
      return points
    elseif #list > 2 then
      return points
    end
    local other = list[1][3] == before and list[2] or list[1]
    before, here = index, other
  end
end

local function simplify(points)
  local kept = { points[1] }
  for index = 2, #points - 1 do
    local a, b, c = kept[#kept], points[index], points[index + 1]
    if (b[1] - a[1]) * (c[2] - b[2]) ~= (b[2] - a[2]) * (c[1] - b[1]) then
      kept[#kept + 1] = b
    end
  end
  kept[#kept + 1] = points[#points]
  return kept
end

-- Of the letters of a segment those where lines begin: forks and ends, or, in
-- a ring, any; in a line through, one whose line is then drawn in one go.
local function line_through(kit, grid, segment, index, list, seen)
  local one = follow(kit, grid, segment, index, list[1], seen)
  local last = one[#one]
  if last[1] == one[1][1] and last[2] == one[1][2] then -- a ring
    one[#one + 1] = { one[2][1], one[2][2] }
    return one
  end
  local other = follow(kit, grid, segment, index, list[2], seen)
  local points = {}
  for at = #one, 2, -1 do
    points[#points + 1] = one[at]
  end
  table.move(other, 1, #other, #points + 1, points)
  return points
end

local function line_of(kit, grid, segment)
  local forks, first, parts, seen = {}, nil, {}, {}
  for index = 0, SIDE * SIDE - 1 do
    if grid.segments[index] == segment then
      local list = ways(kit, grid, segment, index)
      first = first or { index, list }
      if #list > 2 then
        forks[#forks + 1] = { index, list }
      end
    end
  end
  for _, fork in ipairs(forks) do
    for _, way in ipairs(fork[2]) do
      if not (way[3] and seen[fork[1]] and seen[fork[1]][way[3]]) then
        local points = follow(kit, grid, segment, fork[1], way, seen)
        parts[#parts + 1] = outline.line(simplify(points), RADIUS.line)
      end
    end
  end
  if #forks == 0 and #first[2] >= 1 then
    local points = #first[2] == 2
      and line_through(kit, grid, segment, first[1], first[2], seen)
      or follow(kit, grid, segment, first[1], first[2][1], seen)
    if #first[2] == 1 then -- this end too goes up to its gate
      local a, b = points[1], points[2]
      a[1], a[2] = a[1] + (a[1] - b[1]) * 0.7, a[2] + (a[2] - b[2]) * 0.7
    end
    parts[1] = outline.line(simplify(points), RADIUS.line)
  end
  return table.concat(parts)
end

local function data_of(segment)
  return ('data-segment="%d,%d" data-kind="%s"')
    :format(segment.column, segment.row, tile_drawing.escape(segment.kind))
end

local function add_spans(drawn, look, kind, spans)
  for _, span in ipairs(spans) do
    local list = drawn.spans[span.side]
    list[#list + 1] = { kind = kind, look = look, from = span.from, to = span.to }
  end
end

local function add_line_spans(drawn, look, segment, turns)
  for _, slot in ipairs(segment.slots) do
    local side = ((slot - 1) // 3 + turns) % 4 + 1
    local name = ({ "north", "east", "south", "west" })[side]
    add_spans(drawn, look, segment.kind,
              { { side = name, from = 50 - HALF, to = 50 + HALF } })
  end
end

local function draw_segment(kit, drawn, grid, segment, turns)
  local look = kit.looks[segment.kind]
  local theme, layers = kit.theme, drawn.layers
  if look.form == "line" then
    local path = line_of(kit, grid, segment)
    drawn.shapes[segment] = { path = path, open = path, form = "line" }
    add_line_spans(drawn, look, segment, turns)
    layers.casings[#layers.casings + 1] = path
    layers.lines[#layers.lines + 1] =
      ('<path %s %s fill="none" stroke-width="%d" stroke-linejoin="round" d="%s"/>')
      :format(data_of(segment), theme.stroke[look.fill], LINE_WIDTH, path)
    return
  end
  if look.form == "ground" and theme.is_short then
    return -- nothing of it is seen
  end
  local shape = shape_of(grid, segment, look)
  drawn.shapes[segment] = { path = shape.closed, open = shape.open,
                             form = look.form }
  if look.form == "ground" then
    layers.grounds[#layers.grounds + 1] =
      ('<path %s fill="none" pointer-events="all" d="%s"/>')
      :format(data_of(segment), shape.closed)
  else
    add_spans(drawn, look, segment.kind, shape.spans)
    layers.areas[#layers.areas + 1] = ("<g %s>%s</g>")
      :format(data_of(segment), draw_area(kit, grid, segment, look, shape))
  end
end

local function draw_signs(kit, grid)
  local squares, marks = {}, {}
  for index = 0, SIDE * SIDE - 1 do
    local letter = kit.alphabet.letters[grid.letters[index]] or {}
    local x, y = index % SIDE * LETTER + HALF, index // SIDE * LETTER + HALF
    if letter.separator then
      squares[#squares + 1] = signs.at(x, y, signs.square(kit.theme))
    elseif letter.mark then
      x, y = math.max(13, math.min(87, x)), math.max(13, math.min(87, y))
      marks[#marks + 1] = signs.at(x, y,
                                   signs[looks.mark(letter.mark)](kit.theme))
    end
  end
  return table.concat(squares), table.concat(marks)
end

local function draw_casings(kit, casings)
  if #casings == 0 then
    return ""
  end
  local path = table.concat(casings)
  return ('<path %s fill="none" stroke-width="%d" stroke-linejoin="round" d="%s"/>')
    :format(kit.theme.stroke.path_edge, CASING_WIDTH, path)
end

function tile_drawing.escape(text)
  return (tostring(text):gsub('[&<>"\']', {
    ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;",
    ["'"] = "&#39;" }))
end

-- The shape of a segment of a tile that was drawn for `kit`: path; open, without the
-- tile's edge; form.
function tile_drawing.shape(kit, drawn, segment)
  local known = drawn.shapes[segment]
  if not known then
    local look = kit.looks[segment.kind]
    local shape = shape_of(drawn.grid, segment, look)
    known = { path = shape.closed, open = shape.open, form = look.form }
    drawn.shapes[segment] = known
  end
  return known
end

-- A tile that lies turned: `svg`, without a group around it; `spans` by side: kind,
-- look, from, to, in the direction of x or y. `kit` has alphabet, looks, ground and
-- theme.
function tile_drawing.draw(kit, tile, turns)
  local grid = read_letters(tile, turns)
  add_yards(grid)
  local drawn = {
    grid = grid, shapes = {}, spans = { north = {}, east = {}, south = {}, west = {} },
    layers = { grounds = {}, casings = {}, lines = {}, areas = {} },
  }
  for _, segment in ipairs(tile.segments) do
    draw_segment(kit, drawn, grid, segment, turns)
  end
  local layers = drawn.layers
  local squares, marks = draw_signs(kit, grid)
  local concat = table.concat
  drawn.svg = ('<rect width="100" height="100" %s/>')
      :format(kit.ground and tile_drawing.fill(kit.theme, kit.ground)
              or kit.theme.fill.track)
    .. concat(layers.grounds) .. draw_casings(kit, layers.casings)
    .. concat(layers.lines) .. squares .. concat(layers.areas) .. marks
  drawn.layers = nil
  return drawn
end

return tile_drawing
