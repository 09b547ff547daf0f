-- What is laid over a screen: a page of text to scroll, a question with yes or
-- no, a line to type. Each has draw(cells, words) and key(event), which is true
-- when it is to be closed.

local editor  = require "terminal.editor"
local palette = require "terminal.palette"
local text    = require "terminal.text"

local pages = {}

local STYLES = palette.STYLES

-- Over a page's background.
local function on_box(style)
  return { fg = style and style.fg or STYLES.box.fg, bg = STYLES.box.bg,
           bold = style and style.bold }
end

local function draw_frame(cells, title, keys, width, height)
  local left = (cells.width - width) // 2
  local top = math.max(0, (cells.height - height) // 2)
  cells:box(left, top, width, height, STYLES.box)
  cells:write(left + 2, top, " " .. text.cut(title, width - 6) .. " ",
              on_box(STYLES.title), left + width - 1)
  cells:write(left + 2, top + height - 1,
              " " .. text.cut(keys, width - 6) .. " ", on_box(STYLES.faint),
              left + width - 1)
  return left, top
end

local page = {}
page.__index = page

-- A page: `lines` are texts, or { text, style = } with a style's name, or
-- { draw = function(cells, left, row, width), rows = }. `keys` is what its
-- foot says; `on_key`, if there is one, gets other keys.
function pages.new(title, lines, keys, on_key)
  return setmetatable({ title = title, lines = lines, keys = keys, first = 0,
                        on_key = on_key }, page)
end

-- The lines as they are at a width: text and style, or who draws.
local function laid_out(lines, columns)
  local rows = {}
  for _, line in ipairs(lines) do
    if type(line) == "table" and line.draw then
      for row = 0, line.rows - 1 do
        rows[#rows + 1] = { draw = line.draw, at = row }
      end
    else
      local string = type(line) == "table" and line[1] or line
      local indent = string:match("^ *")
      for index, part in ipairs(text.wrap(string, columns - #indent - 2)) do
        rows[#rows + 1] = {
          text = indent .. (index > 1 and "  " or "") .. part,
          style = type(line) == "table" and line.style,
        }
      end
    end
  end
  return rows
end

function page:draw(cells)
  local width = math.min(cells.width, 90)
  local rows = laid_out(self.lines, width - 4)
  local height = math.min(cells.height, #rows + 2)
  local left, top = draw_frame(cells, self.title, self.keys, width, height)
  self.rows, self.room = #rows, height - 2
  self.first = math.max(0, math.min(self.first, self.rows - self.room))
  for index = 1, self.room do
    local row = rows[self.first + index]
    if row and row.draw then
      row.draw(cells, left + 2, top + index, width - 4, row.at)
    elseif row then
      cells:write(left + 2, top + index, row.text, on_box(STYLES[row.style]),
                  left + width - 1)
    end
  end
  if self.first + self.room < self.rows then
    cells:set(left + width - 1, top + height - 2, "↓", on_box(STYLES.title))
  end
  if self.first > 0 then
    cells:set(left + width - 1, top + 1, "↑", on_box(STYLES.title))
  end
end

-- To the end.
function page:to_end()
  self.first = math.maxinteger // 2
  return self
end

function page:key(event)
  local room = self.room or 1
  local by = ({ up = -1, k = -1, down = 1, j = 1, page_up = -room,
                page_down = room, space = room, home = -self.first,
                ["end"] = self.rows })[event.key]
             or event.mouse == "wheel" and 3 * event.by
  if by then
    self.first = self.first + by
    return false
  elseif event.mouse then
    return event.mouse == "press"
  elseif self.on_key and self.on_key(event) then
    return false
  end
  return true
end

local question = {}
question.__index = question

-- A question; on_yes is called when Enter answers it, on_no otherwise.
function pages.ask(string, on_yes, on_no)
  return setmetatable({ string = string, on_yes = on_yes, on_no = on_no },
                      question)
end

function question:draw(cells, words)
  local width = math.min(cells.width - 4, 70)
  local lines = text.wrap(self.string, width - 4)
  local left, top = draw_frame(cells, "castled", words:say("ask_keys"), width,
                               #lines + 4)
  cells:write_lines(left + 2, top + 2, lines, on_box(STYLES.strong),
                    left + width - 1)
end

function question:key(event)
  if event.key == "enter" or event.key == "y" then
    self.on_yes()
    return true
  elseif event.key == "escape" or event.key == "n" or event.key == "q" then
    if self.on_no then
      self.on_no()
    end
    return true
  end
  return false
end

local typing = { is_typing = true }
typing.__index = typing

-- A line to type, of `max` characters at most. At Enter on_done(text, page) is
-- called; when that gives false the page stays, with its `trouble` below the
-- line, until app:take_away.
function pages.type(string, first, on_done, max)
  return setmetatable({ string = string, editor = editor.new(first, max),
                        on_done = on_done }, typing)
end

function typing:draw(cells, words)
  local width = math.min(cells.width - 4, 76)
  local lines = text.wrap(self.string, width - 4)
  local trouble = text.wrap(self.trouble or "", width - 4)
  local left, top = draw_frame(cells, "castled", words:say("type_keys"), width,
                               #lines + #trouble + 4)
  local row = cells:write_lines(left + 2, top + 1, lines,
                                on_box(STYLES.text), left + width - 1)
  self.editor:draw(cells, left + 2, row + 1, width - 4, on_box(STYLES.strong))
  cells:write_lines(left + 2, row + 2, trouble, on_box(STYLES.warning),
                    left + width - 1)
end

function typing:key(event)
  if event.key == "enter" then
    return self.on_done(self.editor:text(), self) ~= false
  elseif event.key == "escape" then
    return true
  end
  self.trouble = nil
  self.editor:key(event)
  return false
end

return pages
