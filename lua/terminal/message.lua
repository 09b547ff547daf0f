-- What a game's screen says below the board: what is asked or told, what keys
-- there are, and where there is room what has happened.

local palette = require "terminal.palette"
local text    = require "terminal.text"

local STYLES = palette.STYLES

local message = {}

-- Draws what is asked, or told, into two rows.
function message.draw(self, cells, area)
  local match = self.match
  local lines
  if self.pending then
    lines = { { self.words:say("ends", {
      choice = match:choice_text(self.pending) }), STYLES.warning } }
  elseif match:is_telling() then
    lines = { { match:sentence(), STYLES.strong } }
  elseif self.ask then
    local function told(index)
      return match:choice_text(index)
    end
    lines = { { match:question_text(), STYLES.strong },
              { self.note or self.ask:details(self.words, told),
                self.note and STYLES.good or STYLES.text } }
  elseif match.over_is_told then
    lines = { { match:result_text(), STYLES.title } }
  else
    lines = { { self.note or match:sentence(), STYLES.faint } }
  end
  local row = area.top
  for _, line in ipairs(lines) do
    for _, part in ipairs(text.wrap(line[1], area.width)) do
      if row < area.top + area.height then
        cells:write(area.left, row, part, line[2], area.left + area.width)
      end
      row = row + 1
    end
  end
end

-- What keys there are now.
function message.keys(self)
  local key = self.pending and "ends_keys"
              or self.match.over_is_told and "over_keys"
              or self.ask and self.ask.keys or "wait_keys"
  return self.words:say(key)
end

-- Draws the end of what has happened.
function message.draw_log(self, cells, area)
  local lines = {}
  local events = self.match.story.events
  for index = #events, 1, -1 do
    local parts = text.wrap(self.match.wording:event(events[index]), area.width)
    for at = #parts, 1, -1 do
      table.insert(lines, 1, { parts[at], events[index].score_after })
    end
    if #lines >= area.height then
      break
    end
  end
  local first = math.max(0, #lines - area.height)
  for row = 1, math.min(#lines, area.height) do
    local line = lines[first + row]
    cells:write(area.left, area.top + row - 1, line[1],
                line[2] and STYLES.text or STYLES.faint,
                area.left + area.width)
  end
end

return message
