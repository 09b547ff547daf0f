-- The whole board as letters with looks and marks, before it becomes cells: the
-- inside, the wall around it, what stands there, the tile in hand. Letters
-- count as in castled/castle.lua; a mark is one letter's own characters: `two`
-- where a letter is two columns wide, `one` where it is one.

local board_of = require "castled.board"
local palette  = require "terminal.palette"
local picture  = require "castled.picture"

local SIDE = picture.SIDE

local scene = {}
scene.__index = scene

local function key_of(x, y)
  return (y + 1024) << 16 | x + 1024
end

-- A scene for a board; `track` (castled/castle.lua) may be nil.
function scene.new(board, track)
  local margin = track and SIDE or 0
  local self = setmetatable({ board = board, track = track }, scene)
  self.left = board.left * SIDE - margin
  self.top = board.top * SIDE - margin
  self.right = board.right * SIDE + SIDE - 1 + margin
  self.bottom = board.bottom * SIDE + SIDE - 1 + margin
  return self
end

-- The look at a letter.
function scene:look(x, y)
  return self.looks[key_of(x, y)]
end

function scene:mark(x, y)
  return self.marks[key_of(x, y)]
end

function scene:set_look(x, y, look)
  self.looks[key_of(x, y)] = look
end

function scene:set_mark(x, y, one, two, style)
  self.marks[key_of(x, y)] = { one = one, two = two, style = style }
end

-- Draws a tile's letters at a space.
function scene:draw_tile(x, y, tile, turns, tint)
  tint = tint or (x + y) % 2 == 0 and "even" or "odd"
  for row = 0, SIDE - 1 do
    for column = 0, SIDE - 1 do
      local letter = picture.letter(tile.picture, turns, column, row)
      local look = palette.of_letter(self.board.alphabet, letter)
      self:set_look(x * SIDE + column, y * SIDE + row,
                    palette.tinted(look, tint))
    end
  end
end

-- Draws an empty space.
function scene:draw_space(x, y, name)
  local tint = (x + y) % 2 == 0 and "even" or "odd"
  local look = palette.tinted(palette.look(name), tint)
  for row = 0, SIDE - 1 do
    for column = 0, SIDE - 1 do
      self:set_look(x * SIDE + column, y * SIDE + row, look)
    end
  end
end

-- The letter of the board where a segment's figure stands.
function scene.stand(laid, segment)
  local column, row = picture.place_on(segment)
  column, row = picture.turn(column, row, laid.turns)
  return laid.x * SIDE + column, laid.y * SIDE + row
end

-- Gives a tint to all letters of a feature.
function scene:tint_feature(feature, tint)
  for _, node in ipairs(feature.nodes) do
    local laid = node.piece
    if laid.tile then
      for _, at in ipairs(node.segment.letters) do
        local column, row = picture.turn(at[1], at[2], laid.turns)
        local x, y = laid.x * SIDE + column, laid.y * SIDE + row
        local letter = picture.letter(laid.tile.picture, laid.turns, column,
                                      row)
        local look = palette.of_letter(self.board.alphabet, letter)
        self:set_look(x, y, palette.tinted(look, tint))
      end
    end
  end
end

-- Draws a frame on the outer letters of a space.
function scene:frame(x, y, color)
  local left, top = x * SIDE, y * SIDE
  local style = { fg = color or palette.FRAME, bold = true }
  for at = 1, SIDE - 2 do
    self:set_mark(left + at, top, nil, "━━", style)
    self:set_mark(left + at, top + SIDE - 1, nil, "━━", style)
    self:set_mark(left, top + at, nil, "┃ ", style)
    self:set_mark(left + SIDE - 1, top + at, nil, " ┃", style)
  end
  local last = SIDE - 1
  self:set_mark(left, top, "┏", "┏━", style)
  self:set_mark(left + last, top, "┓", "━┓", style)
  self:set_mark(left, top + last, "┗", "┗━", style)
  self:set_mark(left + last, top + last, "┛", "━┛", style)
end

local function draw_spaces(self, state)
  local board = self.board
  for y = board.top, board.bottom do
    for x = board.left, board.right do
      local laid = board:laid(x, y)
      if laid then
        self:draw_tile(x, y, laid.tile, laid.turns)
      elseif board:has_space(x, y) then
        local is_legal = state.places and state.places:at(x, y)
        self:draw_space(x, y, is_legal and "legal" or "empty")
        if is_legal then
          self:set_mark(x * SIDE + 2, y * SIDE + 2, "+", "<>",
                        { fg = palette.LEGAL, bold = true })
        end
      end
    end
  end
end

local function draw_followers(self, state)
  for _, follower in ipairs(self.board.followers) do
    local laid = self.board:laid(follower.x, follower.y)
    local node = laid and board_of.node_of(laid, follower.at[1],
                                           follower.at[2])
    if node then
      local x, y = scene.stand(laid, node.segment)
      local letter = state.letter_of(follower.player)
      local role = state.role_of(follower.kind)
      self:set_mark(x, y, role, letter .. role,
                    palette.player(follower.player))
    end
  end
end

local OUT = { north = { 0, -1 }, east = { 1, 0 }, south = { 0, 1 },
              west = { -1, 0 } }

-- The wall along a side: beside the inside what the start space shows, then
-- two letters of stone.
local function draw_side(self, side)
  local out = OUT[side.side]
  local start = self.board:start(side.x, side.y, side.side)
  for at = 0, SIDE - 1 do
    local x, y = side.x * SIDE, side.y * SIDE
    if out[1] ~= 0 then
      x, y = x + (out[1] > 0 and SIDE - 1 or 0), y + at
    else
      x, y = x + at, y + (out[2] > 0 and SIDE - 1 or 0)
    end
    for far = 1, 3 do
      local look = palette.look("wall")
      if far == 1 and start then
        look = palette.of_letter(self.board.alphabet,
                                 board_of.start_letter(start, at))
      end
      self:set_look(x + out[1] * far, y + out[2] * far, look)
    end
  end
end

local NUMBER = { fg = 0x2A2722 }

local function draw_track_space(self, space)
  local look = palette.look(space.number // 2 % 2 == 0 and "track" or "track2")
  for _, at in ipairs(space.letters) do
    self:set_look(at[1], at[2], look)
  end
  if space.label then
    self:set_mark(space.label[1], space.label[2], nil,
                  ("%2d"):format(space.number), NUMBER)
  end
end

local TOWER_NUMBER = { fg = 0xFFFFFF }
local FACE_DOWN = { fg = 0xF6E7D8, bg = 0x7A4B2A, bold = true }

local function draw_tower(self, tower, has_tile)
  for y = tower.y - 1, tower.y + 1 do
    for x = tower.x - 1, tower.x + 1 do
      self:set_look(x, y, palette.look("corner"))
    end
  end
  if has_tile then
    self:set_mark(tower.x, tower.y, "?", "??", FACE_DOWN)
  else
    self:set_mark(tower.x, tower.y, nil, ("%2d"):format(tower.number),
                  TOWER_NUMBER)
  end
end

local function draw_wall(self, state)
  local has_tile = {}
  for _, number in ipairs(state.towers or {}) do
    has_tile[number] = true
  end
  for _, side in ipairs(self.track.sides) do
    draw_side(self, side)
  end
  for number = 0, self.track.count - 1 do
    draw_track_space(self, self.track.spaces[number])
  end
  for _, tower in ipairs(self.track.towers) do
    draw_tower(self, tower, has_tile[tower.number])
  end
  for index, marker in ipairs(state.markers or {}) do
    local space = self.track.spaces[marker.space % self.track.count]
    local at = space.stands[(index - 1) % #space.stands + 1]
    local letter = state.letter_of(marker.player):upper()
    self:set_mark(at[1], at[2], letter, letter .. "*",
                  palette.player(marker.player))
  end
end

-- Draws the board anew. `state` has letter_of(player), role_of(kind); and as
-- it is: places, towers (with wall tiles), markers, ghost (x, y, tile, turns),
-- feature, framed (x, y), spots (x, y, text).
function scene:draw(state)
  self.looks, self.marks = {}, {}
  draw_spaces(self, state)
  if self.track then
    draw_wall(self, state)
  end
  if state.feature then
    self:tint_feature(state.feature, "bright")
  end
  draw_followers(self, state)
  if state.framed then
    self:frame(state.framed.x, state.framed.y,
               state.framed.is_asked and palette.FRAME or palette.LAST)
  end
  if state.ghost then
    local ghost = state.ghost
    self:draw_tile(ghost.x, ghost.y, ghost.tile, ghost.turns, "even")
    self.marks[key_of(ghost.x * SIDE + SIDE // 2,
                      ghost.y * SIDE + SIDE // 2)] = nil
    self:frame(ghost.x, ghost.y)
  end
  for _, spot in ipairs(state.spots or {}) do
    self:set_mark(spot.x, spot.y, spot.one, spot.two, spot.style)
  end
end

return scene
