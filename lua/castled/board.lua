-- A board as a frontend knows it: the plan and the tiles of a ruleset (from
-- rulesets.describe), and what lies where (from a view). It joins features
-- as core/tile/board.c does and numbers nodes as it does, so that a feature
-- that a choice names can be shown.

local json    = require "castled.json"
local picture = require "castled.picture"

local SIDE = picture.SIDE

local board = {}
board.__index = board

-- Sides in the order of slots: where the neighbour is.
board.SIDES = {
  { name = "north", dx = 0, dy = -1 }, { name = "east", dx = 1, dy = 0 },
  { name = "south", dx = 0, dy = 1 }, { name = "west", dx = -1, dy = 0 },
}

-- By quarter turns, and by slot of the board: which letter of the picture lies there.
local LETTER_AT = {}
for turns = 0, 3 do
  LETTER_AT[turns] = {}
  for slot, at in ipairs(picture.SLOTS) do
    local column, row = picture.turn_back(at[1], at[2], turns)
    LETTER_AT[turns][slot] = row * SIDE + column
  end
end

local START_SLOTS = { { 1, 0 }, { 2, 0 }, { 3, 0 } }

-- A space as a number; coordinates have 16 bits.
local function key_of(x, y)
  return (x << 16) + y
end

-- The alphabet with its letters by letter; a description lists them.
local function read_alphabet(alphabet)
  if not alphabet or alphabet == json.null then -- a game without a board
    return { kinds = {}, marks = {}, letters = {} }
  elseif not alphabet.letters[1] then
    return alphabet
  end
  local letters = {}
  for _, letter in ipairs(alphabet.letters) do
    letters[letter.letter] = letter
  end
  return { kinds = alphabet.kinds, marks = alphabet.marks, letters = letters }
end

-- The board of a ruleset, with nothing on it.
function board.new(description)
  local self = setmetatable({
    alphabet = read_alphabet(description.alphabet), tiles = {}, spaces = {}, starts = {},
    is_bounded = type(json.value(description.plan)) == "table",
    left = 0, top = 0, right = 0, bottom = 0,
  }, board)
  for _, tile in ipairs(json.value(description.tiles) or {}) do
    local segments, owner = picture.segments(self.alphabet, tile.picture, SIDE,
                                             SIDE, picture.SLOTS)
    self.tiles[tile.name] = { name = tile.name, picture = tile.picture,
                              segments = segments, owner = owner }
  end
  if self.is_bounded then
    self:read_plan(description.plan)
  end
  self:read { board = {}, followers = {} }
  return self
end

function board:read_plan(plan)
  self.right, self.bottom = #plan.rows[1] - 1, #plan.rows - 1
  for y, row in ipairs(plan.rows) do
    for x = 1, #row do
      if row:sub(x, x) == "o" then
        self.spaces[key_of(x - 1, y - 1)] = true
      end
    end
  end
  for index, start in ipairs(plan.starts or {}) do
    self.starts[index] = {
      number = start.number, x = start.x, y = start.y, side = start.side,
      letters = start.letters,
      segments = picture.segments(self.alphabet, start.letters, SIDE, 1,
                                  START_SLOTS),
    }
  end
end

-- Whether a tile can ever lie there.
function board:has_space(x, y)
  return not self.is_bounded or self.spaces[key_of(x, y)] == true
end

-- The tile that lies there, or nil.
function board:laid(x, y)
  return self.by_space[key_of(x, y)]
end

-- The start space at a side ("north") of the space, or nil.
function board:start(x, y, side)
  for _, start in ipairs(self.starts) do
    if start.x == x and start.y == y and start.side == side then
      return start
    end
  end
  return nil
end

-- The letter of a start space beside letter `at` of the space's side, from the
-- west or the north. Its letters run clockwise as seen from itself.
function board.start_letter(start, at)
  local is_forward = start.side == "west" or start.side == "south"
  local index = is_forward and at + 1 or SIDE - at
  return start.letters:sub(index, index)
end

local function is_same(laid, seen)
  return laid.tile.name == seen.tile and laid.turns == seen.turns
         and laid.x == seen.x and laid.y == seen.y
end

-- How many tiles of the view lie there already; nil when others do.
local function count_same(self, list)
  local laid_tiles = self.laid_tiles
  for index, laid in ipairs(laid_tiles or {}) do
    if not list[index] or not is_same(laid, list[index]) then
      return nil
    end
  end
  return laid_tiles and #laid_tiles
end

-- Takes over what a view says of tiles and followers. Views mostly have a tile
-- more than the last one: then only that one is added.
function board:read(view)
  local list = view.board or {}
  local same = count_same(self, list)
  if not same then
    self:clear()
  end
  if same ~= #list then
    self.features = {} -- found when they are asked for
  end
  for index = (same or 0) + 1, #list do
    local tile = self.tiles[list[index].tile]
    if tile then
      self:add(tile, list[index])
    end
  end
  self.followers = view.followers or {}
  if not self.is_bounded then
    self:read_extent()
  end
end

-- What an endless table shows: all tiles and one space around.
function board:read_extent()
  local first = self.laid_tiles[1] or { x = 0, y = 0 }
  self.left, self.right = first.x, first.x
  self.top, self.bottom = first.y, first.y
  for _, laid in ipairs(self.laid_tiles) do
    self.left = math.min(self.left, laid.x - 1)
    self.right = math.max(self.right, laid.x + 1)
    self.top = math.min(self.top, laid.y - 1)
    self.bottom = math.max(self.bottom, laid.y + 1)
  end
end

-- The tile that was laid last, or nil.
function board:last()
  return self.laid_tiles[#self.laid_tiles]
end

local function add_node(self, piece, segment)
  local node = { id = #self.nodes, kind = segment.kind, piece = piece,
                 segment = segment, open_count = 0 }
  node.joined, node.members = node, { node }
  self.nodes[#self.nodes + 1] = node
  piece.nodes[segment] = node
end

-- The one node that stands for all that a node is joined with. The way there is
-- made shorter.
local function root_of(node)
  while node.joined ~= node do
    node.joined = node.joined.joined
    node = node.joined
  end
  return node
end

local function join(node, other)
  if not node or not other or node.kind ~= other.kind then
    return
  end
  local root, into = root_of(node), root_of(other)
  if root ~= into then
    local members = into.members
    root.joined = into
    table.move(root.members, 1, #root.members, #members + 1, members)
  end
end

-- The node at a slot (1 to 12) of the board, of a tile that lies turned.
local function node_at_slot(laid, slot)
  local segment = laid.tile.owner[LETTER_AT[laid.turns % 4][slot]]
  return segment and laid.nodes[segment]
end

-- The node of a start space at slot `index` (1 to 3) of the tile's side,
-- clockwise; the start's own letters run the other way.
local function node_of_start(start, index)
  for _, segment in ipairs(start.segments) do
    for _, at in ipairs(segment.letters) do
      if at[1] == SIDE - 1 - index then
        return start.nodes[segment]
      end
    end
  end
  return nil
end

-- A slot of the board as a number.
local function slot_key(x, y, slot)
  return key_of(x, y) << 4 | slot
end

-- What goes on there goes no further.
local function close_slot(self, key)
  local node = self.open_slots[key]
  if node then
    node.open_count = node.open_count - 1
    self.open_slots[key] = nil
  end
end

-- Joins a tile over one side with what lies there, whose slots are open no more,
-- or notes that its own are open.
local function join_side(self, laid, side_index)
  local side = board.SIDES[side_index]
  local x, y = laid.x + side.dx, laid.y + side.dy
  local neighbour = self:laid(x, y)
  local start = not neighbour and self:start(laid.x, laid.y, side.name)
  for index = 1, 3 do
    local slot = 3 * (side_index - 1) + index
    local node = node_at_slot(laid, slot)
    if neighbour then
      local other = 3 * ((side_index + 1) % 4) + 4 - index
      join(node, node_at_slot(neighbour, other))
      close_slot(self, slot_key(x, y, other))
    elseif start then
      join(node, node_of_start(start, index))
    elseif node and self:has_space(x, y) then
      self.open_slots[slot_key(laid.x, laid.y, slot)] = node
      node.open_count = node.open_count + 1
    end
  end
end

-- Nothing lies there. Nodes are the segments of start spaces, then of tiles as
-- they are laid.
function board:clear()
  self.laid_tiles, self.by_space = {}, {}
  self.nodes, self.open_slots = {}, {}
  for _, start in ipairs(self.starts) do
    start.nodes = {}
    for _, segment in ipairs(start.segments) do
      add_node(self, start, segment)
    end
  end
end

-- Lays a tile and joins it with what belongs to it.
function board:add(tile, seen)
  local laid = { tile = tile, turns = seen.turns, x = seen.x, y = seen.y,
                 nodes = {} }
  self.laid_tiles[#self.laid_tiles + 1] = laid
  self.by_space[key_of(laid.x, laid.y)] = laid
  for _, segment in ipairs(tile.segments) do
    add_node(self, laid, segment)
  end
  for side = 1, 4 do
    join_side(self, laid, side)
  end
end

-- Whether some of a feature's nodes can still go on.
local function is_open(self, nodes)
  for _, node in ipairs(nodes) do
    local piece = node.piece -- a start space has a side
    if node.open_count > 0 or piece.side and not self:laid(piece.x, piece.y) then
      return true
    end
  end
  return false
end

local function find_feature(self, root)
  local nodes, seen = root.members, {}
  table.sort(nodes, function(a, b) return a.id < b.id end)
  local feature = { kind = root.kind, pieces = {}, nodes = nodes, spaces = {},
                    is_complete = not is_open(self, nodes) }
  for _, node in ipairs(nodes) do
    local piece = node.piece
    if not seen[piece] then
      seen[piece] = true
      feature.pieces[#feature.pieces + 1] = piece
      if piece.tile then
        feature.spaces[#feature.spaces + 1] = { piece.x, piece.y }
      end
    end
  end
  return feature
end

-- What belongs together with a node: its pieces (tiles and start spaces, each
-- once), its nodes, the spaces of its tiles, and whether it is complete. It is the
-- board's, and good until another tile lies there.
function board:feature(node)
  local root = root_of(node)
  self.features[root] = self.features[root] or find_feature(self, root)
  return self.features[root]
end

-- The node of the segment that column and row name on a laid tile, or nil.
function board.node_of(laid, column, row)
  for _, segment in ipairs(laid.tile.segments) do
    if segment.column == column and segment.row == row then
      return laid.nodes[segment]
    end
  end
  return nil
end

-- The sides ("north") that a segment of a laid tile meets.
function board.sides_of(laid, segment)
  local meets, sides = {}, {}
  for _, slot in ipairs(segment.slots) do
    meets[((slot - 1) // 3 + laid.turns) % 4 + 1] = true
  end
  for index, side in ipairs(board.SIDES) do
    if meets[index] then
      sides[#sides + 1] = side.name
    end
  end
  return sides
end

return board
