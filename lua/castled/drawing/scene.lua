-- A view on its way to be drawn: its tiles by space, its features, and what is
-- in each layer of the drawing.

local board_of = require "castled.board"
local edges    = require "castled.drawing.edges"
local kit_of   = require "castled.drawing.kit"
local pieces   = require "castled.drawing.pieces"
local wall     = require "castled.drawing.wall"

local scene_of = {}

local MARGIN = 12

-- The room that the numbers of columns and rows take.
scene_of.RULER = 30
local NUMBER_SIZE = 26

-- The names of the layers, from the lowest up.
scene_of.LAYERS = { "rulers", "wall", "spaces", "tiles", "edges", "features", "last",
                    "wall-tiles", "figures", "places", "held", "choices" }

-- A scene: kit, view, options, and laid_at(x, y), the tile that lies there.
function scene_of.new(description, view, options)
  local scene = { view = view, options = options,
                  kit = kit_of.of(description, options.theme, options.prefix) }
  scene.laid_at = function(x, y)
    return scene_of.laid(scene, x, y)
  end
  return scene
end

-- The tile that lies there, or nil.
function scene_of.laid(scene, x, y)
  if not scene.columns then
    scene.columns = {}
    for _, laid in ipairs(scene.view.board or {}) do
      local column = scene.columns[laid.x]
      if not column then
        column = {}
        scene.columns[laid.x] = column
      end
      column[laid.y] = laid
    end
  end
  local column = scene.columns[x]
  return column and column[y]
end

-- The board with its features joined; the same one for all scenes, so it is good
-- until another scene is asked.
local function joined(scene)
  local board = scene.kit.board
  if scene.kit.joined ~= scene then
    board:read(scene.view)
    scene.kit.joined = scene
  end
  return board
end
scene_of.joined = joined

local function is_same(spaces, others)
  local has = {}
  for _, space in ipairs(spaces) do
    has[space[1] .. "," .. space[2]] = true
  end
  for _, space in ipairs(others) do
    if not has[space[1] .. "," .. space[2]] then
      return false
    end
  end
  return #spaces == #others
end

-- The feature of a kind that lies on just these spaces, or nil. Of two on one tile
-- it is the complete one: only such are told of.
local function find_feature(scene, kind, spaces)
  local board = joined(scene)
  local first = spaces and spaces[1]
  local laid = first and board:laid(first[1], first[2])
  local found
  for _, segment in ipairs(laid and laid.tile.segments or {}) do
    if segment.kind == kind then
      local feature = board:feature(laid.nodes[segment])
      if is_same(feature.spaces, spaces)
         and (not found or feature.is_complete and not found.is_complete) then
        found = feature
      end
    end
  end
  return found
end

local function feature_named(scene, name)
  local board = joined(scene)
  if type(name) == "number" then
    local node = board.nodes[name + 1]
    return node and board:feature(node)
  elseif name.kind then
    return find_feature(scene, name.kind, name.spaces)
  end
  local laid = board:laid(name.x, name.y)
  local node = laid and board_of.node_of(laid, name.column, name.row)
  return node and board:feature(node)
end

-- Each gives the text of what is in a layer.
local layers = {}

-- How far what lies around the spaces reaches.
function scene_of.around(scene)
  return (scene.kit.track and wall.DEPTH + MARGIN or 0) + MARGIN
end

-- The numbers of columns above and of rows on the left, as texts call spaces: "3,11"
-- is column 3 of row 11.
function layers.rulers(scene)
  local board, parts = scene.kit.board, {}
  if scene.kit.rulers then
    return scene.kit.rulers
  elseif #(scene.view.board or {}) == 0 and not board.is_bounded then
    return ""
  elseif not board.is_bounded then
    joined(scene)
  end
  local away = scene_of.around(scene) + scene_of.RULER // 2
  for x = board.left, board.right do
    parts[#parts + 1] = ('<text x="%d" y="%d">%d</text>')
      :format(x * 100 + 50, board.top * 100 - away + NUMBER_SIZE // 3, x)
  end
  for y = board.top, board.bottom do
    parts[#parts + 1] = ('<text x="%d" y="%d">%d</text>')
      :format(board.left * 100 - away, y * 100 + 50 + NUMBER_SIZE // 3, y)
  end
  local svg = ('<g %s font-size="%d" text-anchor="middle">%s</g>')
    :format(scene.kit.theme.fill.text, NUMBER_SIZE, table.concat(parts))
  scene.kit.rulers = board.is_bounded and svg or nil
  return svg
end

function layers.wall(scene)
  return scene.kit:wall()
end

function layers.spaces(scene)
  local board, parts, theme = scene.kit.board, {}, scene.kit.theme
  if not board.is_bounded then
    return ""
  elseif scene.kit.spaces then
    return scene.kit.spaces
  end
  for y = board.top, board.bottom do
    for x = board.left, board.right do
      if board:has_space(x, y) then
        parts[#parts + 1] = ('<rect id="%sspace-%d-%d" data-x="%d" data-y="%d" x="%d"'
          .. ' y="%d" width="100" height="100"/>')
          :format(scene.kit.prefix, x, y, x, y, x * 100, y * 100)
      end
    end
  end
  scene.kit.spaces = ('<g %s stroke-width="1.5">%s</g>')
    :format(theme.both("ground", "grid"), table.concat(parts))
  return scene.kit.spaces
end

local function add(parts, piece)
  parts[#parts + 1] = piece and piece.svg
end

function layers.tiles(scene)
  local parts = {}
  for _, laid in ipairs(scene.view.board or {}) do
    add(parts, pieces.tile(scene.kit, laid))
  end
  return table.concat(parts)
end

function layers.edges(scene)
  local parts, seen = {}, {}
  for _, laid in ipairs(scene.view.board or {}) do
    for _, edge in ipairs(edges.around(laid.x, laid.y)) do
      local name = pieces.edge_name(edge[1], edge[2], edge[3])
      if not seen[name] then
        seen[name] = true
        add(parts, pieces.edge(scene.kit, scene.laid_at, edge[1], edge[2], edge[3]))
      end
    end
  end
  return table.concat(parts)
end

local function outline_feature(scene, parts, feature, stroke)
  for _, node in ipairs(feature and feature.nodes or {}) do
    local laid = node.piece
    if laid.tile then
      parts[#parts + 1] = pieces.outlined(scene.kit,
        { tile = laid.tile.name, turns = laid.turns, x = laid.x, y = laid.y },
        node.segment, stroke)
    end
  end
end

function layers.features(scene)
  local told, parts = scene.options.told, {}
  for _, completed in ipairs(told and told.completed or {}) do
    outline_feature(scene, parts, feature_named(scene, completed), "glow")
  end
  for _, name in ipairs(scene.options.features or {}) do
    outline_feature(scene, parts, feature_named(scene, name), "accent")
  end
  return table.concat(parts)
end

function layers.last(scene)
  local piece = scene.options.last ~= false
                and pieces.last(scene.kit, scene.view)
  return piece and piece.svg or ""
end

layers["wall-tiles"] = function(scene)
  local parts = {}
  for _, number in ipairs(scene.view.game and scene.view.game.towers or {}) do
    add(parts, pieces.wall_tile(scene.kit, number))
  end
  return table.concat(parts)
end

-- The spaces of the house that a player's keep stands on, or nil.
function scene_of.keep_spaces(scene, player)
  local told = scene.options.told
  return told and told.keeps[player]
end

-- The piece of a player's keep, or nil when nobody has told where it stands.
function scene_of.keep(scene, player)
  local spaces = scene_of.keep_spaces(scene, player)
  local feature = spaces and find_feature(scene, "house", spaces)
  for _, node in ipairs(feature and feature.nodes or {}) do
    local laid = node.piece
    if laid.tile then
      return pieces.keep(scene.kit, player, laid, node.segment)
    end
  end
  return nil
end

-- The piece of a follower, or nil when its tile is not there.
function scene_of.follower(scene, follower)
  return pieces.follower(scene.kit, scene_of.laid(scene, follower.x, follower.y),
                         follower, scene.options.language)
end

function layers.figures(scene)
  local parts = {}
  for _, player in ipairs(scene.kit.description.seats or {}) do
    add(parts, scene_of.keep(scene, player))
  end
  for _, follower in ipairs(scene.view.followers or {}) do
    add(parts, scene_of.follower(scene, follower))
  end
  for _, marker in ipairs(pieces.markers(scene.kit, scene.view)) do
    add(parts, marker)
  end
  return table.concat(parts)
end

function layers.places(scene)
  local parts = {}
  for index, place in ipairs(scene.options.places or {}) do
    parts[index] = pieces.place(scene.kit, place)
  end
  return table.concat(parts)
end

function layers.held(scene)
  local held = scene.options.held
  return held and held.x and pieces.held(scene.kit, held) or ""
end

-- The numbers are above all figures.
function layers.choices(scene)
  local board, parts, numbers = scene.view.board or {}, {}, {}
  for index, choice in ipairs(scene.options.choices or {}) do
    if choice.column and #board > 0 then
      local laid = board[#board]
      parts[#parts + 1] = pieces.choice(scene.kit, laid, choice, index - 1)
      numbers[#numbers + 1] = pieces.choice_number(scene.kit, laid, choice)
    end
  end
  numbers = table.concat(numbers)
  return table.concat(parts)
         .. (numbers ~= "" and '<g class="numbers">' .. numbers .. "</g>" or "")
end

-- Whether a layer is surely the same in two scenes, found out without drawing.
function scene_of.is_same(scene, other, layer)
  local one, two = scene.options, other.options
  if layer == "features" then
    local old, now = one.told and one.told.completed, two.told and two.told.completed
    return one.features == two.features and (old == now
      or #(old or {}) == 0 and #(now or {}) == 0)
  end
  return layer ~= "last" and one[layer] == two[layer]
end

-- What is in a layer.
function scene_of.draw(scene, layer)
  return layers[layer](scene)
end

return scene_of
