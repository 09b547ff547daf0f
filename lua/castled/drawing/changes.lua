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

local function is_same_tile(one, other)
  return one.tile == other.tile and one.turns == other.turns
         and one.x == other.x and one.y == other.y
end

-- The tiles of one view behind those that both begin with, and of the other.
local function tiles_apart(before, after)
  local old, now, first = before.view.board or {}, after.view.board or {}, 1
  while old[first] and now[first] and is_same_tile(old[first], now[first]) do
    first = first + 1
  end
  return table.move(old, first, #old, 1, {}), table.move(now, first, #now, 1, {})
end

local function add_edges(list, seen, before, after, laid)
  local kit = after.kit
  for _, edge in ipairs(edges.around(laid.x, laid.y)) do
    local x, y, name = table.unpack(edge)
    local id = pieces.edge_name(x, y, name)
    if not seen[id] then
      seen[id] = true
      local now = pieces.edge(kit, after.laid_at, x, y, name)
      local old = pieces.edge(kit, before.laid_at, x, y, name)
      if now and (not old or old.svg ~= now.svg) then
        list[#list + 1] = now
      elseif old and not now then
        list[#list + 1] = gone(kit, "edges", id)
      end
    end
  end
end

local function add_tiles(list, before, after)
  local seen, kit = {}, after.kit
  local old, now = tiles_apart(before, after)
  for _, laid in ipairs(old) do
    if not scene_of.laid(after, laid.x, laid.y) then
      list[#list + 1] = gone(kit, "tiles", pieces.tile_name(laid))
      add_edges(list, seen, before, after, laid)
    end
  end
  for _, laid in ipairs(now) do
    list[#list + 1] = pieces.tile(kit, laid)
    add_edges(list, seen, before, after, laid)
  end
end

-- Things by their names, and the names in their order.
local function by_name(things, name_of)
  local named, names = {}, {}
  for index, thing in ipairs(things or {}) do
    names[index] = name_of(thing)
    named[names[index]] = thing
  end
  return named, names
end

-- Adds the things that are only in `new`, drawn, and those that are only in
-- `old`, gone. Things with one name are the same when is_same says so.
local function add_things(list, kit, kind, old, new)
  local was, old_names = by_name(old, kind.name)
  local is, new_names = by_name(new, kind.name)
  for _, name in ipairs(new_names) do
    if not was[name] or not kind.is_same(was[name], is[name]) then
      list[#list + 1] = kind.draw(is[name])
    end
  end
  for _, name in ipairs(old_names) do
    if not is[name] then
      list[#list + 1] = gone(kit, kind.layer, name)
    end
  end
end

local function is_same_list(one, other)
  if one == other then
    return true
  elseif not one or not other or #one ~= #other then
    return false
  end
  for index, value in ipairs(one) do
    if other[index] ~= value then
      return false
    end
  end
  return true
end

local function add_wall_tiles(list, before, after)
  local old = before.view.game and before.view.game.towers
  local now = after.view.game and after.view.game.towers
  if not is_same_list(old, now) then
    add_things(list, after.kit, {
      layer = "wall-tiles", name = pieces.wall_tile_name,
      is_same = function() return true end,
      draw = function(number) return pieces.wall_tile(after.kit, number) end,
    }, old, now)
  end
end

local function add_followers(list, before, after)
  add_things(list, after.kit, {
    layer = "figures", name = pieces.follower_name,
    is_same = function(one, other)
      return one.player == other.player and one.kind == other.kind
    end,
    draw = function(follower) return scene_of.follower(after, follower) end,
  }, before.view.followers, after.view.followers)
end

local function add_keeps(list, before, after)
  for _, player in ipairs(after.kit.description.seats or {}) do
    local old = scene_of.keep_spaces(before, player)
    local now = scene_of.keep_spaces(after, player)
    if old ~= now then
      local piece = scene_of.keep(after, player)
      if piece then
        list[#list + 1] = piece
      elseif old then
        list[#list + 1] = gone(after.kit, "figures", pieces.keep_name(player))
      end
    end
  end
end

local function are_markers_same(before, after)
  local old = before.view.game and before.view.game.players or {}
  local now = after.view.game and after.view.game.players or {}
  for seat, player in ipairs(now) do
    if not old[seat] or old[seat].space ~= player.space then
      return false
    end
  end
  return #old == #now
end

-- The markers that stand elsewhere; also one that another has made room for.
local function add_markers(list, before, after)
  if are_markers_same(before, after) then
    return
  end
  local old = {}
  for _, piece in ipairs(pieces.markers(before.kit, before.view)) do
    old[piece.id] = piece.svg
  end
  for _, piece in ipairs(pieces.markers(after.kit, after.view)) do
    if old[piece.id] ~= piece.svg then
      list[#list + 1] = piece
    end
  end
end

-- What is in a layer of a scene, which keeps it.
local function layer_text(scene, name)
  scene.texts = scene.texts or {}
  scene.texts[name] = scene.texts[name] or scene_of.draw(scene, name)
  return scene.texts[name]
end

local function add_layers(list, before, after)
  for _, name in ipairs(WHOLE) do
    if not scene_of.is_same(before, after, name) then
      local old = layer_text(before, name)
      local now = layer_text(after, name)
      if old ~= now then
        local id = after.kit.prefix .. "layer-" .. name
        list[#list + 1] = { id = id,
                            svg = ('<g id="%s">%s</g>'):format(id, now) }
      end
    end
  end
end

-- The pieces that a page must take, in this order: { id, layer, svg }. One that
-- is there already is replaced, a new one goes to the end of its layer, one
-- without svg is gone. `layer` is nil for what is a layer itself.
function changes.between(before, after)
  local list = {}
  add_tiles(list, before, after)
  add_wall_tiles(list, before, after)
  add_keeps(list, before, after)
  add_followers(list, before, after)
  add_markers(list, before, after)
  add_layers(list, before, after)
  return list
end

return changes
