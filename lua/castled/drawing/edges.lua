-- What is drawn between two spaces: a building ends there unless it goes on in
-- the tile beside it. Where nothing lies it stays open, so that one sees what is
-- not complete.

local tile_drawing = require "castled.drawing.tile"

local edges = {}

local INSET = 1.5

-- The parts of `span` that no span of its kind in `others` lies against.
local function uncovered(span, others)
  local parts, from = {}, span.from
  table.sort(others, function(a, b) return a.from < b.from end)
  for _, other in ipairs(others) do
    if other.kind == span.kind and other.to > from and other.from < span.to then
      if other.from > from then
        parts[#parts + 1] = { from, other.from }
      end
      from = math.max(from, other.to)
    end
  end
  if from < span.to then
    parts[#parts + 1] = { from, span.to }
  end
  return parts
end

-- Closes what is in `spans` and not in `others`, at an edge that begins at 0, 0;
-- `inset`: to which side of it the line is moved. A line ends at a door.
local function close(parts, theme, spans, others, is_upright, inset)
  for _, span in ipairs(spans) do
    for _, part in ipairs(uncovered(span, others)) do
      local path = is_upright and ("M%g %gV%g"):format(inset, part[1], part[2])
                   or ("M%g %gH%g"):format(part[1], inset, part[2])
      parts[#parts + 1] = span.look.form == "line"
        and ('<path fill="none" %s stroke-width="5" d="%s"/>')
          :format(theme.stroke.wood, path)
        or tile_drawing.edge(theme, span.look, path)
    end
  end
end

local NOTHING = {}

-- The spans of a tile's side, and true; outside, those of the start space that
-- is beside the space inside, if one is there, and false; nil where nothing lies
-- yet.
local function spans_at(kit, laid_at, x, y, side, inside_x, inside_y, inside_side)
  local tile = laid_at(x, y)
  if tile then
    local drawn = kit:tile(tile.tile, tile.turns)
    return drawn and drawn.spans[side] or NOTHING, true
  elseif kit.board:has_space(x, y) then
    return nil
  end
  local start = kit.board:start(inside_x, inside_y, inside_side)
  return start and kit.start_spans[start] or NOTHING, false
end

local function signature(spans)
  if not spans.signature then
    local parts = {}
    for index, span in ipairs(spans) do
      parts[index] = span.kind .. span.from .. "-" .. span.to
    end
    spans.signature = table.concat(parts, ",")
  end
  return spans.signature
end

-- The same two sides have the same between them, wherever they meet.
local function between(kit, one, one_is_tile, other, other_is_tile, is_upright)
  local key = signature(one) .. (one_is_tile and "t" or "w") .. signature(other)
              .. (other_is_tile and "t" or "w") .. (is_upright and "e" or "s")
  local svg = kit.edges[key]
  if not svg then
    local parts = {}
    if one_is_tile then
      close(parts, kit.theme, one, other, is_upright, -INSET)
    end
    if other_is_tile then
      close(parts, kit.theme, other, one, is_upright, INSET)
    end
    svg = table.concat(parts)
    kit.edges[key] = svg
  end
  return svg
end

-- What is drawn at the eastern ("e") or southern ("s") edge of a space, around
-- where that begins; "" for nothing. laid_at(x, y) gives the tile that lies there.
function edges.draw(kit, laid_at, x, y, name)
  local is_upright = name == "e"
  local x2, y2 = is_upright and x + 1 or x, is_upright and y or y + 1
  local side = is_upright and "east" or "south"
  local other_side = is_upright and "west" or "north"
  local one, one_is_tile = spans_at(kit, laid_at, x, y, side, x2, y2, other_side)
  local other, other_is_tile = spans_at(kit, laid_at, x2, y2, other_side, x, y, side)
  if not one or not other then
    return ""
  end
  return between(kit, one, one_is_tile, other, other_is_tile, is_upright)
end

-- The four edges of a space: x, y, name.
function edges.around(x, y)
  return { { x, y, "e" }, { x, y, "s" }, { x - 1, y, "e" }, { x, y - 1, "s" } }
end

return edges
