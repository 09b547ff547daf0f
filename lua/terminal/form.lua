-- A screen's list of lines with what the chosen one says beside it: the setup
-- and the lobby. A line is a head ({ head = }), or has a name, value() as text,
-- says() with its explanation, and what can be done with it: enter(),
-- change(step), or `type` (asks, text(), set(text), and max, its characters).
-- is_set(), when it is not as it is by default; id, by which it is found again.

local palette = require "terminal.palette"
local pages   = require "terminal.pages"
local text    = require "terminal.text"

local STYLES = palette.STYLES

local form = {}
form.__index = form

function form.new(app, rows)
  local self = setmetatable({ app = app, rows = rows, at = 1, first = 1,
                              top = 0, room = 1 }, form)
  self:take(rows)
  return self
end

-- The line that is chosen.
function form:row()
  return self.rows[self.at]
end

-- Takes other lines; the one that was chosen stays it, if it is still there.
function form:take(rows)
  local before = self:row()
  self.rows = rows
  for index, row in ipairs(rows) do
    if before and not row.head and (row.id or row.name) == (before.id
                                                           or before.name) then
      self.at = index
      return
    end
  end
  self.at = math.max(1, math.min(self.at, #rows))
  if rows[self.at] and rows[self.at].head then
    self:move(self.at > 1 and -1 or 1)
  end
end

function form:move(step)
  local at = self.at
  repeat
    at = at + step
  until not self.rows[at] or not self.rows[at].head
  if self.rows[at] then
    self.at = at
  end
end

-- The columns of a line between its margins, for a list of `width` columns.
local function room_of(width)
  return width - 3
end

-- A line's name and value as they stand in `room` columns, with two between them;
-- where that is too little the value gives way first, then the name.
local function fitted(name, value, room)
  if value == "" then
    return text.cut(name, room), ""
  end
  local least = math.min(text.columns(name), room // 2)
  value = text.cut(value, room - 2 - least)
  return text.cut(name, room - 2 - text.columns(value)), value
end

-- Where a line does not fit, it in full, to be said beside the list.
local function in_full(row, width)
  local name, value = row.name, row.value and row.value() or ""
  local shown, shown_value = fitted(name, value, room_of(width))
  if shown == name and shown_value == value then
    return nil
  end
  return value == "" and name or name .. ": " .. value
end

local function draw_row(cells, row, left, top, width, is_chosen)
  if row.head then
    cells:write(left, top, text.cut(row.head, width), STYLES.title,
                left + width)
    return
  end
  local style = is_chosen and STYLES.chosen or STYLES.text
  local value = row.value and row.value() or ""
  local room = room_of(width)
  local name, shown = fitted(row.name, value, room)
  cells:write(left + 1, top, " " .. text.pad(name, room + 1), style, left + width)
  cells:write(left + 2 + room - text.columns(shown), top, shown,
              is_chosen and STYLES.chosen or row.is_set and row.is_set()
              and STYLES.good or STYLES.faint, left + width)
end

-- Says what the chosen line of a list of `list_width` columns means.
local function draw_says(self, cells, left, top, width, height, list_width)
  local row = self:row()
  local lines = {}
  local said = row and row.says and row.says() or {}
  local whole = row and in_full(row, list_width)
  if whole then
    table.insert(said, 1, whole)
  end
  for _, part in ipairs(said) do
    if part ~= "" then
      table.move(text.wrap(part, width), 1, height, #lines + 1, lines)
      lines[#lines + 1] = ""
    end
  end
  for index = 1, math.min(#lines, height) do
    cells:write(left, top + index - 1, lines[index], STYLES.text, left + width)
  end
end

-- Draws the lines from a row of the screen on, `width` columns of them, and
-- beside them what the chosen one says.
function form:draw(cells, top, height, width)
  self.top, self.room = top, height
  self.first = math.max(1, self.at - height + 2,
                        math.min(self.first, self.at - 1))
  for index = self.first, math.min(#self.rows, self.first + height - 1) do
    draw_row(cells, self.rows[index], 2, top + index - self.first, width,
             index == self.at)
  end
  if self.first > 1 then
    cells:write(width + 2, top, "↑", STYLES.title)
  end
  if self.first + height <= #self.rows then
    cells:write(width + 2, top + height - 1, "↓", STYLES.title)
  end
  draw_says(self, cells, width + 4, top, cells.width - width - 5, height, width)
end

local function change(self, row, step)
  if row.change then
    row.change(step)
    return true
  end
  return false
end

local function enter(self, row)
  if row.enter then
    row.enter()
  elseif row.type then
    self.app:lay_over(pages.type(row.type.asks, row.type.text(),
                                 row.type.set, row.type.max))
  else
    return change(self, row, 1)
  end
  return false
end

local function click(self, event)
  local index = self.first + event.row - self.top
  local row = event.row >= self.top and event.row < self.top + self.room
              and self.rows[index]
  if not row or row.head then
    return false
  elseif index == self.at then
    return enter(self, row)
  end
  self.at = index
  return false
end

-- Takes a key; true when a line was changed by it, and the second result is
-- whether the key meant something.
function form:key(event)
  local row = self:row()
  if event.key == "up" or event.key == "k" or event.mouse == "wheel"
     and event.by < 0 then
    self:move(-1)
  elseif event.key == "down" or event.key == "j" or event.key == "tab"
         or event.mouse == "wheel" then
    self:move(1)
  elseif event.key == "page_up" or event.key == "page_down" then
    for _ = 1, self.room - 1 do
      self:move(event.key == "page_up" and -1 or 1)
    end
  elseif event.key == "home" or event.key == "end" then
    for _ = 1, #self.rows do
      self:move(event.key == "home" and -1 or 1)
    end
  elseif event.key == "left" or event.key == "h" then
    return change(self, row, -1), true
  elseif event.key == "right" or event.key == "l" or event.key == "space" then
    return change(self, row, 1), true
  elseif event.key == "enter" then
    return enter(self, row), true
  elseif event.mouse == "press" then
    return click(self, event), true
  else
    return false, false
  end
  return false, true
end

return form
