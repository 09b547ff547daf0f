-- Any other choice: a small list over the close-up. What a line is about is
-- shown on the board.

local choices = require "castled.choices"
local palette = require "terminal.palette"
local text    = require "terminal.text"

local ask_list = {}
ask_list.__index = ask_list

ask_list.keys = "list_keys"

local STEPS = { up = -1, k = -1, down = 1, j = 1, tab = 1, space = 1 }

function ask_list.new(question, board)
  return setmetatable({ question = question, board = board, at = 1, first = 1 },
                      ask_list)
end

function ask_list:focus()
  local feature = choices.feature(self.board, self.question.choices[self.at])
  local space = feature and feature.spaces[1]
  if space then
    return space[1], space[2]
  end
  local last = self.board:last()
  return last and last.x, last and last.y
end

function ask_list:show(index)
  self.at = index + 1
end

function ask_list:key(event)
  local step = STEPS[event.key] or event.mouse == "wheel" and event.by
  local digit = math.tointeger(tonumber(event.key))
  if step and not event.shift then
    self.at = (self.at - 1 + step) % #self.question.choices + 1
  elseif digit and self.question.choices[digit] then
    self.at = digit
  elseif event.key == "enter" then
    return self.at - 1
  elseif event.key == "p" then
    return self:pass()
  else
    return nil, false
  end
  return nil, true
end

-- "p" takes the choice of doing nothing, where there is one.
function ask_list:pass()
  for index, choice in ipairs(self.question.choices) do
    if choice.pass or choice.play == false or choice.tiles == 0 then
      return index - 1
    end
  end
  return nil, false
end

function ask_list:show_in(state)
  state.feature = choices.feature(self.board, self.question.choices[self.at])
end

function ask_list:details(_, told)
  return told(self.at - 1)
end

-- Draws the list at the foot of an area; `told` gives a choice's text.
function ask_list:draw(cells, area, told)
  local list = self.question.choices
  local rows = math.min(#list, area.height - 2)
  self.first = math.max(self.at - rows + 1, math.min(self.first, self.at))
  local top = area.top + area.height - rows - 2
  local width = math.min(area.width, 60)
  cells:box(area.left, top, width, rows + 2, palette.STYLES.box)
  self.box = { left = area.left, top = top + 1, width = width, rows = rows }
  for row = 1, rows do
    local index = self.first + row - 1
    local style = index == self.at and palette.STYLES.chosen
                  or palette.STYLES.box
    local line = text.cut(index .. "  " .. told(index - 1), width - 4)
    cells:write(area.left + 1, top + row, " " .. text.pad(line, width - 3),
                style, area.left + width - 1)
  end
end

-- The line under a cell of the screen; a click on the chosen one takes it.
function ask_list:click_cell(column, row)
  local box = self.box
  if not box or column < box.left or column >= box.left + box.width
     or row < box.top or row >= box.top + box.rows then
    return nil
  end
  local index = self.first + row - box.top
  if index == self.at then
    return index - 1
  end
  self.at = index
  return nil
end

return ask_list
