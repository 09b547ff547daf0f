-- What is different between two scenes, piece by piece, for a page that shows
-- the first and shall show the second.

local edges    = require "castled.drawing.edges"
local pieces   = require "castled.drawing.pieces"
local scene_of = require "castled.drawing.scene"

local changes = {}

-- Layers that are small and change as a whole.
local WHOLE = { "features", "last", "places", "held", "choices" }

local function gone(kit, layer, name)
  return { id = kit.prefix .. name, layer = layer }
end

-- Adds what is new in `after` or drawn otherwise, and what is gone from
-- `before`: lists of pieces.
local function compare(list, before, after)
  local old = {}
  for _, piece in ipairs(before) do
    old[piece.id] = piece
  end
  for _, piece in ipairs(after) do
    local same = old[piece.id]
    if not same or same.svg ~= piece.svg then
      list[#list + 1] = piece
    end
    old[piece.id] = nil
  end
  for _, piece in ipairs(before) do
    if old[piece.id] then
      list[#list + 1] = { id = piece.id, layer = piece.layer }
    end
  end
end

local function is_same_tile(one, other)
  return one and other and one.tile == other.tile and one.turns == other.turns
end

-- The tiles that differ: from one scene, those that the other does not have.
local function tiles_apart(scene, other)
  local list = {}
  for key, laid in pairs(scene.laid) do
    if not is_same_tile(laid, other.laid[key]) then
      list[#list + 1] = laid
    end
  end
  table.sort(list, function(a, b)
    return a.y < b.y or a.y == b.y and a.x < b.x
  end)
  return list
end

local function add_edges(list, seen, before, after, laid)
  local kit = after.kit
  for _, edge in ipairs(edges.around(laid.x, laid.y)) do
    local x, y, name = table.unpack(edge)
    local id = pieces.edge_name(x, y, name)
    if not seen[id] then
      seen[id] = true
      local now = pieces.edge(kit, after.laid, x, y, name)
      local old = pieces.edge(kit, before.laid, x, y, name)
      if now and (not old or old.svg ~= now.svg) then
        list[#list + 1] = now
      elseif old and not now then
        list[#list + 1] = gone(kit, "edges", id)
      end
    end
  end
end

local function add_tiles(list, before, after)
  local seen = {}
  for _, laid in ipairs(tiles_apart(before, after)) do
    if not after.laid[laid.x .. "," .. laid.y] then
      list[#list + 1] = gone(after.kit, "tiles", pieces.tile_name(laid))
      add_edges(list, seen, before, after, laid)
    end
  end
  for _, laid in ipairs(tiles_apart(after, before)) do
    list[#list + 1] = pieces.tile(after.kit, laid)
    add_edges(list, seen, before, after, laid)
  end
end

-- The pieces that a page must take, in this order: { id, layer, svg }. One that
-- is there already is replaced, a new one goes to the end of its layer, one
-- without svg is gone. `layer` is nil for what is a layer itself.
function changes.between(before, after)
  local list = {}
  add_tiles(list, before, after)
  compare(list, scene_of.wall_tiles(before), scene_of.wall_tiles(after))
  local old_figures = scene_of.figures(before)
  compare(list, old_figures, scene_of.figures(after))
  for _, name in ipairs(WHOLE) do
    local old = scene_of.draw(before, name)
    local now = scene_of.draw(after, name)
    if old ~= now then
      local id = after.kit.prefix .. "layer-" .. name
      list[#list + 1] = { id = id,
                          svg = ('<g id="%s">%s</g>'):format(id, now) }
    end
  end
  return list
end

return changes
