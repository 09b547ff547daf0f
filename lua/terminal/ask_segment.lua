-- Whether to place a follower, and where: chosen on the tile itself, with a
-- cursor over its segments.

local choices = require "castled.choices"
local palette = require "terminal.palette"
local picture = require "castled.picture"
local places  = require "castled.places"
local scene   = require "terminal.scene"

local SIDE = picture.SIDE

local ask_segment = {}
ask_segment.__index = ask_segment

local DIRECTIONS = {
  up = { 0, -1 }, down = { 0, 1 }, left = { -1, 0 }, right = { 1, 0 },
  k = { 0, -1 }, j = { 0, 1 }, h = { -1, 0 }, l = { 1, 0 },
}

ask_segment.keys = "segment_keys"

-- Asks a question whose choices are segments of the tile laid last, or none.
function ask_segment.new(question, board)
  local self = setmetatable({ question = question, board = board,
                              laid = board:last(), spots = {} }, ask_segment)
  for index, choice in ipairs(question.choices) do
    local feature, node = choices.feature(board, choice)
    if feature then
      local x, y = scene.stand(self.laid, node.segment)
      self.spots[#self.spots + 1] = {
        x = x, y = y, index = index - 1, choice = choice, feature = feature,
        segment = node.segment,
      }
    else
      self.pass = index - 1
    end
  end
  self.at = self.spots[1]
  return self
end

function ask_segment:focus()
  return self.laid.x, self.laid.y
end

function ask_segment:show(index)
  self.at = nil
  for _, spot in ipairs(self.spots) do
    if spot.index == index then
      self.at = spot
    end
  end
end

function ask_segment:index()
  return self.at and self.at.index or self.pass
end

local function step(self, by)
  for index, spot in ipairs(self.spots) do
    if spot == self.at then
      self.at = self.spots[(index - 1 + by) % #self.spots + 1]
      return
    end
  end
  self.at = self.spots[1]
end

-- Takes a key, as ask_place does.
function ask_segment:key(event)
  local direction = DIRECTIONS[event.key]
  local digit = math.tointeger(tonumber(event.key))
  if direction and not event.shift then
    local from = self.at or self.spots[1]
    self.at = places.next(self.spots, from, direction[1], direction[2]) or from
  elseif event.key == "tab" or event.key == "space" or event.key == "r" then
    step(self, event.shift and -1 or 1)
  elseif event.mouse == "wheel" then
    step(self, event.by)
  elseif digit and self.spots[digit] then
    self.at = self.spots[digit]
  elseif event.key == "p" and self.pass then
    self.at = nil
    return self.pass
  elseif event.key == "enter" then
    return self:index()
  else
    return nil, false
  end
  return nil, true
end

-- The spot whose segment the letter of the tile belongs to, or nil.
local function spot_at(self, x, y, column, row)
  if x ~= self.laid.x or y ~= self.laid.y then
    return nil
  end
  column, row = picture.turn_back(column, row, self.laid.turns)
  local segment = self.laid.tile.owner[row * SIDE + column]
  for _, spot in ipairs(self.spots) do
    if spot.segment == segment then
      return spot
    end
  end
  return nil
end

function ask_segment:point(x, y, column, row)
  self.at = spot_at(self, x, y, column, row) or self.at
end

function ask_segment:click(x, y, column, row)
  local spot = spot_at(self, x, y, column, row)
  if spot and spot == self.at then
    return spot.index
  end
  self.at = spot or self.at
  return nil
end

local OTHER = { fg = 0x000000, bg = palette.FRAME }

function ask_segment:show_in(state)
  state.framed = { x = self.laid.x, y = self.laid.y, is_asked = true }
  state.feature = self.at and self.at.feature
  state.spots = state.spots or {}
  for number, spot in ipairs(self.spots) do
    local mark = { x = spot.x, y = spot.y, one = tostring(number),
                   two = number .. " ", style = OTHER }
    if spot == self.at then
      local role = state.role_of(spot.feature.kind)
      mark.one = role
      mark.two = state.letter_of(self.question.player) .. role
      mark.style = palette.player(self.question.player)
    end
    state.spots[#state.spots + 1] = mark
  end
end

function ask_segment:details(_, told)
  return told(self:index())
end

return ask_segment
