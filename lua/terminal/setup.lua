-- Before a game: who plays, by which house rules and options, in which
-- language, and what each adds to the shuffle. A list of lines with their
-- explanation beside it; the first line begins.

local palette = require "terminal.palette"
local pages   = require "terminal.pages"
local rows    = require "terminal.setup_rows"
local text    = require "terminal.text"

local STYLES = palette.STYLES

local setup = {}
setup.__index = setup

-- `description` is the game's, without variants; `settings` what the command
-- line asked for, which is changed here.
function setup.new(app, description)
  local self = setmetatable({ app = app, description = description, at = 1,
                              first = 1 }, setup)
  self:fill()
  return self
end

-- Makes the lines anew.
function setup:fill()
  self.words = self.app.words
  self.rows = rows.all(self.app, self.description)
  self:check()
end

-- Asks the host whether the house rules go together, and which options there
-- are with them.
function setup:check()
  local settings = self.app.settings
  self.checks = (self.checks or 0) + 1
  local number = self.checks
  self.app:call("rulesets.describe", rows.ruleset(settings, self.description),
                function(reason, described)
    if number ~= self.checks then
      return -- changed since
    end
    self.trouble = reason and self.words:say("does_not_fit", {
      reason = reason.message })
    if described then
      self:take_options(described.options)
    end
  end)
end

-- Takes over which options there are; what was set of others is forgotten.
function setup:take_options(options)
  local settings = self.app.settings
  local is_known = {}
  for _, option in ipairs(options) do
    is_known[option.name] = true
  end
  for name in pairs(settings.options) do
    if not is_known[name] then
      settings.options[name] = nil
    end
  end
  self.description.options = options
  self.rows = rows.all(self.app, self.description)
  self.at = math.min(self.at, #self.rows)
end

-- Drawing -------------------------------------------------------------------

local function draw_row(cells, row, left, top, width, is_chosen)
  if row.head then
    cells:write(left, top, row.head, STYLES.title, left + width)
    return
  end
  local style = is_chosen and STYLES.chosen or STYLES.text
  local value = row.value and row.value() or ""
  local name_columns = width - 24
  cells:write(left + 1, top, text.pad(" " .. text.cut(row.name, name_columns - 2),
                                      name_columns), style, left + width)
  cells:write(left + 1 + name_columns, top,
              text.pad(text.cut(value, 21), 22),
              is_chosen and STYLES.chosen or row.is_set and row.is_set()
              and STYLES.good or STYLES.faint, left + width)
end

local function draw_says(self, cells, left, top, width, height)
  local row = self.rows[self.at]
  local lines = {}
  for _, part in ipairs(row.says and row.says() or {}) do
    for _, line in ipairs(text.wrap(part, width)) do
      lines[#lines + 1] = line
    end
    lines[#lines + 1] = ""
  end
  for index = 1, math.min(#lines, height) do
    cells:write(left, top + index - 1, lines[index], STYLES.text, left + width)
  end
end

function setup:draw(cells)
  local words = self.words
  local list = math.min(54, cells.width * 5 // 8)
  local room = cells.height - 6
  cells:write(2, 1, words:title(self.description.title), STYLES.title)
  cells:write(2 + text.columns(words:title(self.description.title)) + 2, 1,
              words:say("setup_title"), STYLES.faint)
  self.first = math.max(1, self.at - room + 2,
                        math.min(self.first, self.at - 1))
  self.top = 3
  for index = self.first, math.min(#self.rows, self.first + room - 1) do
    draw_row(cells, self.rows[index], 2, self.top + index - self.first, list,
             index == self.at)
  end
  draw_says(self, cells, list + 4, 3, cells.width - list - 5, room)
  if self.trouble then
    cells:write_lines(2, cells.height - 3,
                      text.wrap(self.trouble, cells.width - 4),
                      STYLES.warning, cells.width - 2)
  end
  cells:write(2, cells.height - 1, text.cut(words:say("setup_keys"),
                                            cells.width - 3), STYLES.faint)
end

-- Keys ------------------------------------------------------------------------

function setup:move(step)
  local at = self.at
  repeat
    at = at + step
  until not self.rows[at] or not self.rows[at].head
  if self.rows[at] then
    self.at = at
  end
end

local function change(self, row, step)
  if row.change then
    row.change(step)
    local name = row.name
    self:fill()
    for index, other in ipairs(self.rows) do
      if other.name == name and not other.head and index == self.at then
        return
      end
    end
    self.at = math.min(self.at, #self.rows)
  end
end

local function enter(self, row)
  if row.begins then
    if not self.trouble then
      self.app:create()
    end
  elseif row.type then
    self.app:lay_over(pages.type(row.type.asks, row.type.text(),
                                 function(string)
      row.type.set(string)
    end))
  else
    change(self, row, 1)
  end
end

local function click(self, event)
  local index = self.first + event.row - (self.top or 3)
  local row = self.rows[index]
  if row and not row.head then
    if index == self.at then
      enter(self, row)
    end
    self.at = index
  end
end

function setup:key(event)
  local row = self.rows[self.at]
  if event.key == "up" or event.key == "k" or event.mouse == "wheel"
     and event.by < 0 then
    self:move(-1)
  elseif event.key == "down" or event.key == "j" or event.key == "tab"
         or event.mouse == "wheel" then
    self:move(1)
  elseif event.key == "left" or event.key == "h" then
    change(self, row, -1)
  elseif event.key == "right" or event.key == "l" or event.key == "space" then
    change(self, row, 1)
  elseif event.key == "enter" then
    enter(self, row)
  elseif event.mouse == "press" then
    click(self, event)
  elseif event.key == "q" or event.key == "escape" then
    self.app:leave()
  end
end

return setup
