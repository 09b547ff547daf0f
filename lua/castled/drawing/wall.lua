-- The Castle's wall: its track with numbers, corner towers and start spaces.
-- Everything is in hundredths of a tile; the space at 0, 0 has its corner there.
--
--       ----+----+----   Outside, the track: two spaces a side. Beside the
--       | 44 | 45 | 46   spaces of the castle a strip of wall, where start
--       ===house==-----  spaces show how they are to be gone on with.
--        space  | space

local board        = require "castled.board"
local signs        = require "castled.drawing.signs"
local tile_drawing = require "castled.drawing.tile"

local wall = { DEPTH = 74, STRIP = 27 }

local DEPTH, STRIP = wall.DEPTH, wall.STRIP
local SIDE = 5
local TOWER = 44 -- half of its width
local NUMBER_OUT, STAND_OUT = 59, 39

local OUT = { west = { -1, 0 }, north = { 0, -1 }, east = { 1, 0 },
              south = { 0, 1 } }
-- The way that the track goes along a side, and where that begins.
local AHEAD = { west = { 0, -1 }, north = { 1, 0 }, east = { 0, 1 },
                south = { -1, 0 } }
local BEGIN = { west = { 0, 1 }, north = { 0, 0 }, east = { 1, 0 },
                south = { 1, 1 } }

-- The point `along` a side in the direction of the track, and `out` of it.
local function point(beside, along, out)
  local begin, ahead, outward = BEGIN[beside.side], AHEAD[beside.side],
                                OUT[beside.side]
  return (beside.x + begin[1]) * 100 + ahead[1] * along + outward[1] * out,
         (beside.y + begin[2]) * 100 + ahead[2] * along + outward[2] * out
end

-- The middle of a corner tower, and the ways that the track comes and goes.
local function tower_at(tower)
  local side = tower.beside.side
  local x, y = point(tower.beside, 100, 0)
  local ahead, out = AHEAD[side], OUT[side]
  local sign = tower.turn == "right" and 1 or -1
  local middle_x = x + (out[1] + sign * ahead[1]) * TOWER
  local middle_y = y + (out[2] + sign * ahead[2]) * TOWER
  return middle_x, middle_y, ahead, { -sign * out[1], -sign * out[2] }
end

-- Where the wall tile of a tower lies.
function wall.tower_middle(tower)
  local x, y = tower_at(tower)
  return x, y
end

local function tower_stands(tower, number)
  local x, y, comes, goes = tower_at(tower)
  local way = number == tower.number and { -comes[1], -comes[2] } or goes
  return x + way[1] * 28, y + way[2] * 29
end

-- Where a marker stands on a space of the track, the `index`th of `count`
-- there.
function wall.stand(track, number, index, count)
  local space = track.spaces[number]
  local shift = (index - (count + 1) / 2) * 24
  if space.tower then
    local x, y = tower_stands(space.tower, number)
    return x + shift, y
  end
  local ahead = AHEAD[space.beside.side]
  local x, y = point(space.beside, space.half * 50 + 25, STAND_OUT)
  return x + math.abs(ahead[1]) * shift, y + math.abs(ahead[2]) * shift
end

-- The inside's outline, moved outward.
local function outline(track, out)
  local parts = {}
  for index, side in ipairs(track.sides) do
    local after = track.sides[index % #track.sides + 1]
    if after.side ~= side.side then
      local x, y = point(side, 100, out)
      parts[#parts + 1] = ("%s%d %d"):format(#parts == 0 and "M" or "L",
        x + OUT[after.side][1] * out, y + OUT[after.side][2] * out)
    end
  end
  return table.concat(parts) .. "Z"
end

local function draw_masonry(track, theme)
  local inner, outer, strip = outline(track, 0), outline(track, DEPTH),
                              outline(track, STRIP)
  return ('<path fill="url(#castled-wall)" fill-rule="evenodd" %s stroke-width="5"'
          .. ' stroke-linejoin="round" d="%s%s"/>'
          .. '<path fill="none" %s stroke-width="7" d="%s"/>'
          .. '<path fill="none" %s stroke-width="4" stroke-dasharray="6 4" d="%s"/>')
    :format(theme.stroke.wall_edge, outer, inner, theme.stroke.wall_edge, strip,
            theme.stroke.wall_light, strip)
end

local function box(beside, from, to, low, high)
  local x1, y1 = point(beside, from, low)
  local x2, y2 = point(beside, to, high)
  return math.min(x1, x2), math.min(y1, y2), math.abs(x2 - x1),
         math.abs(y2 - y1)
end

local function draw_number(number, x, y, more)
  return ('<text x="%d" y="%d"%s%s>%d</text>')
    :format(x, y + 7, number % 5 == 0 and ' font-weight="800"' or "",
            more or "", number)
end

local function draw_space(space, spaces, others, numbers)
  local from = space.half * 50
  local x, y, width, height = box(space.beside, from + 1.5, from + 48.5,
                                  STRIP + 5, DEPTH - 4)
  local list = space.number % 2 == 0 and spaces or others
  list[#list + 1] = ("M%g %gh%gv%gh-%gz"):format(x, y, width, height, width)
  local is_upright = AHEAD[space.beside.side][1] == 0
  local number_x, number_y = point(space.beside, from + 25,
                                   is_upright and NUMBER_OUT - 3 or NUMBER_OUT)
  numbers[#numbers + 1] = draw_number(space.number, number_x, number_y)
end

local function draw_tower(tower, theme, numbers)
  local x, y = tower_at(tower)
  for number = tower.number, tower.number + 1 do
    local number_x, number_y = tower_stands(tower, number)
    numbers[#numbers + 1] = draw_number(number, number_x, number_y,
                                         ' font-size="17"')
  end
  return ('<g transform="translate(%g %g)"><rect x="-%d" y="-%d" width="%d"'
          .. ' height="%d" rx="12" %s stroke-width="9"/><rect x="-%d" y="-%d"'
          .. ' width="%d" height="%d" rx="12" fill="none" %s stroke-width="5"'
          .. ' stroke-dasharray="9 6"/></g>')
    :format(x, y, TOWER, TOWER, 2 * TOWER, 2 * TOWER,
            theme.both("tower", "wall_edge"), TOWER, TOWER, 2 * TOWER, 2 * TOWER,
            theme.stroke.wall_light)
end

local function draw_track(track, theme)
  local spaces, others, numbers, towers = {}, {}, {}, {}
  for number = 0, track.count - 1 do
    local space = track.spaces[number]
    if space and not space.tower then
      draw_space(space, spaces, others, numbers)
    end
  end
  for index, tower in ipairs(track.towers) do
    towers[index] = draw_tower(tower, theme, numbers)
  end
  return ('<path %s d="%s"/><path %s d="%s"/>%s<g %s font-size="20"'
          .. ' font-weight="500" text-anchor="middle">%s</g>')
    :format(theme.fill.track, table.concat(spaces), theme.fill.track_other,
            table.concat(others), table.concat(towers), theme.fill.number,
            table.concat(numbers))
end

local NO_LOOK = { form = "ground" } -- of a letter that belongs to no kind

-- The runs of letters of one kind along a start space, from west or north:
-- kind, from, to, in hundredths. What does not reach the corner's letter goes
-- half a letter further, as a tile's own does.
local function start_runs(kit, start)
  local runs = {}
  for at = 0, SIDE - 1 do
    local letter = kit.alphabet.letters[board.start_letter(start, at)]
    local run = runs[#runs]
    if not run or run.kind ~= letter.kind then
      run = { kind = letter.kind, look = kit.looks[letter.kind] or NO_LOOK,
              first = at }
      runs[#runs + 1] = run
    end
    run.last, run.mark = at, run.mark or letter.mark and at
    run.sign = run.sign or letter.mark
  end
  for _, run in ipairs(runs) do
    local grows = run.look.form == "area" and 10 or 0
    run.from = run.first == 0 and 0 or run.first * 20 - grows
    run.to = run.last == SIDE - 1 and 100 or run.last * 20 + 20 + grows
  end
  return runs
end

-- What a start space shows along its side, as the spans of tiles do.
function wall.start_spans(kit, start)
  local spans = {}
  for _, run in ipairs(start_runs(kit, start)) do
    if run.look.form ~= "ground" then
      spans[#spans + 1] = run
    end
  end
  return spans
end

-- As `point`, but from west or north whatever the track does.
local function start_box(start, from, to, low, high)
  if start.side == "west" or start.side == "south" then
    from, to = 100 - to, 100 - from
  end
  return box(start, from, to, low, high)
end

local function rectangle(attributes, x, y, width, height)
  return ('<rect x="%g" y="%g" width="%g" height="%g" %s/>')
    :format(x, y, width, height, attributes)
end

local function draw_area(kit, start, run)
  local x, y, width, height = start_box(start, run.from, run.to, 0, STRIP - 2)
  local theme, roofs = kit.theme, {}
  local svg = rectangle(tile_drawing.fill(theme, run.look), x, y, width, height)
  local is_upright = height > width
  for at = run.first, run.last do
    local rx, ry, rw, rh = start_box(start, at * 20, at * 20 + 20, 0, STRIP - 2)
    roofs[#roofs + 1] = { x = rx + rw / 2, y = ry + rh / 2, length = 8.5,
                          depth = 9, is_upright = is_upright }
  end
  if run.look.on == "roofs" then
    svg = svg .. signs.roofs(theme, roofs)
  elseif run.look.on == "keep" then
    local middle = roofs[#roofs // 2 + 1]
    svg = svg .. signs.at(middle.x, middle.y, signs.keep(theme))
  end
  local out = OUT[start.side]
  local ox, oy = x + (out[1] > 0 and width or 0), y + (out[2] > 0 and height or 0)
  return svg .. tile_drawing.edge(theme, run.look, out[1] == 0
    and ("M%g %gh%g"):format(ox, oy, width) or ("M%g %gv%g"):format(ox, oy, height))
end

local function draw_line(kit, start, run)
  local theme = kit.theme
  local casing = rectangle(theme.fill.path_edge,
                           start_box(start, run.from, run.to, 0, STRIP))
  local sand = rectangle(theme.fill.path, start_box(start, run.from + 2.5,
                                                    run.to - 2.5, 0, STRIP))
  local gate = rectangle(theme.fill.wood, start_box(start, run.from - 4,
                                                    run.to + 4, STRIP - 8, STRIP + 2))
  return casing .. sand .. gate
end

local function draw_start(kit, start)
  local parts = {}
  if kit.ground then
    parts[1] = rectangle(tile_drawing.fill(kit.theme, kit.ground),
                         start_box(start, 0, 100, 0, STRIP - 2))
  end
  for _, run in ipairs(start_runs(kit, start)) do
    local draw = run.look.form == "area" and draw_area
                 or run.look.form == "line" and draw_line or nil
    parts[#parts + 1] = draw and draw(kit, start, run)
    if run.mark then
      local x, y, width, height = start_box(start, run.mark * 20,
                                            run.mark * 20 + 20, 0, STRIP - 2)
      parts[#parts + 1] = signs.at(x + width / 2, y + height / 2,
        signs[kit.mark(run.sign)](kit.theme))
    end
  end
  return ('<g id="%sstart-%s" data-x="%d" data-y="%d" data-side="%s">%s</g>')
    :format(kit.prefix, tile_drawing.escape(start.number), start.x, start.y,
            start.side, table.concat(parts))
end

-- Everything of the wall that stays as it is. `track` is castle.track's.
function wall.draw(kit, track)
  local parts = { draw_masonry(track, kit.theme) }
  for _, start in ipairs(kit.board.starts) do
    parts[#parts + 1] = draw_start(kit, start)
  end
  parts[#parts + 1] = draw_track(track, kit.theme)
  return table.concat(parts)
end

return wall
