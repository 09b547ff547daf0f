-- The screen as cells: what is drawn is compared with what the terminal shows,
-- and only what differs is sent. Columns and rows count from 0.

local colors = require "terminal.colors"
local text   = require "terminal.text"

local cells = {}
cells.__index = cells

local BLANK = {}

function cells.new(width, height, depth)
  local self = setmetatable({ depth = depth }, cells)
  self:resize(width, height)
  return self
end

-- Forgets what the terminal shows: all is sent the next time.
function cells:resize(width, height)
  self.width, self.height = width, height
  self.shown = {}
  self.is_unknown = true
  self:clear()
end

-- Begins a new picture.
function cells:clear()
  self.letters, self.styles = {}, {}
end

-- Draws one character.
function cells:set(column, row, letter, style)
  if column >= 0 and column < self.width and row >= 0 and row < self.height then
    local at = row * self.width + column
    self.letters[at], self.styles[at] = letter, style or BLANK
  end
end

-- The style that is drawn at a cell.
function cells:style(column, row)
  return self.styles[row * self.width + column] or BLANK
end

-- Draws a text; returns the column behind it. `limit` is the first column that
-- it does not reach.
function cells:write(column, row, string, style, limit)
  limit = limit or self.width
  for _, letter in ipairs(text.characters(string)) do
    if column < limit then
      self:set(column, row, letter, style)
    end
    column = column + 1
  end
  return column
end

-- Draws lines of text under each other; returns the row behind them.
function cells:write_lines(column, row, lines, style, limit)
  for _, line in ipairs(lines) do
    self:write(column, row, line, style, limit)
    row = row + 1
  end
  return row
end

function cells:fill(left, top, width, height, style, letter)
  for row = top, top + height - 1 do
    for column = left, left + width - 1 do
      self:set(column, row, letter or " ", style)
    end
  end
end

-- Draws a frame around a part and empties it.
function cells:box(left, top, width, height, style)
  local right, bottom = left + width - 1, top + height - 1
  self:fill(left, top, width, height, style)
  for column = left + 1, right - 1 do
    self:set(column, top, "─", style)
    self:set(column, bottom, "─", style)
  end
  for row = top + 1, bottom - 1 do
    self:set(left, row, "│", style)
    self:set(right, row, "│", style)
  end
  self:set(left, top, "┌", style)
  self:set(right, top, "┐", style)
  self:set(left, bottom, "└", style)
  self:set(right, bottom, "┘", style)
end

-- What a cell needs to look as drawn.
local function sequence_at(self, at)
  return colors.sequence(self.depth, self.styles[at] or BLANK)
end

local function add_row(self, out, row, before)
  local next_column -- where the terminal's cursor stands
  for column = 0, self.width - 1 do
    local at = row * self.width + column
    local sequence = sequence_at(self, at)
    local letter = self.letters[at] or " "
    local cell = sequence .. letter
    if self.shown[at] ~= cell then
      self.shown[at] = cell
      if next_column ~= column then
        out[#out + 1] = ("\27[%d;%dH"):format(row + 1, column + 1)
      end
      if before ~= sequence then
        out[#out + 1] = sequence
        before = sequence
      end
      out[#out + 1] = letter
      next_column = column + 1
    end
  end
  return before
end

-- What to send so that the terminal shows what is drawn; "" when it does.
function cells:changes()
  local out = {}
  local before
  if self.is_unknown then
    out[1] = "\27[0m\27[2J"
    self.is_unknown = false
  end
  for row = 0, self.height - 1 do
    before = add_row(self, out, row, before)
  end
  if #out > 0 then
    out[#out + 1] = "\27[0m"
  end
  return table.concat(out)
end

-- The lines that are drawn, without colours: for tests.
function cells:lines()
  local lines = {}
  for row = 0, self.height - 1 do
    local line = {}
    for column = 0, self.width - 1 do
      line[#line + 1] = self.letters[row * self.width + column] or " "
    end
    lines[#lines + 1] = (table.concat(line):gsub(" +$", ""))
  end
  return lines
end

return cells
