-- A line that is typed.

local text = require "terminal.text"

local editor = {}
editor.__index = editor

local CHARACTERS_MAX = 400

-- A line that has `string` in it, and at most `max` characters.
function editor.new(string, max)
  local self = setmetatable({ letters = {}, max = max or CHARACTERS_MAX }, editor)
  for _, code in utf8.codes(utf8.len(string or "") and string or "") do
    table.insert(self.letters, utf8.char(code))
  end
  self.at = #self.letters
  return self
end

function editor:text()
  return table.concat(self.letters)
end

-- Puts in what was pasted: in one line, without what controls a terminal.
local function paste(self, string)
  local line = string:match("^[\r\n]*(.-)[\r\n]*$"):gsub("[\r\n\t]+", " ")
  for letter in line:gmatch(utf8.charpattern) do
    if text.is_written(letter) then
      self:key { key = letter, text = letter }
    end
  end
end

-- Takes a key, or what was pasted; false when it is none of the line's.
function editor:key(event)
  if event.paste then
    paste(self, event.paste)
  elseif event.text and not event.alt then
    if #self.letters < self.max then
      table.insert(self.letters, self.at + 1, event.text)
      self.at = self.at + 1
    end
  elseif event.key == "backspace" and self.at > 0 then
    table.remove(self.letters, self.at)
    self.at = self.at - 1
  elseif event.key == "delete" then
    table.remove(self.letters, self.at + 1)
  elseif event.key == "left" then
    self.at = math.max(0, self.at - 1)
  elseif event.key == "right" then
    self.at = math.min(#self.letters, self.at + 1)
  elseif event.key == "home" then
    self.at = 0
  elseif event.key == "end" then
    self.at = #self.letters
  elseif event.key == "u" and event.control then
    self.letters, self.at = {}, 0
  else
    return false
  end
  return true
end

-- Draws it, `columns` wide, with a cursor.
function editor:draw(cells, left, row, columns, style)
  local first = math.max(0, self.at - columns + 1)
  for column = 0, columns - 1 do
    local letter = text.characters(self.letters[first + column + 1] or " ")[1]
    local is_cursor = first + column == self.at
    cells:set(left + column, row, letter,
              { fg = style.fg, bg = style.bg, bold = style.bold,
                reverse = is_cursor or nil, underline = not is_cursor or nil })
  end
end

return editor
