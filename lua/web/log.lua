-- What has happened, a line an event, with what a line is about: the page shows
-- it on the board. Lines are made once for all who read them in one language.

local hand    = require "web.hand"
local html    = require "web.html"
local json    = require "castled.json"
local players = require "web.players"
local telling = require "web.telling"

local log = {}

local escape = html.escape

-- Lines by event, by words, with the score that they tell of: an event that
-- comes again after an undo may lead to another one.
local made = setmetatable({}, { __mode = "k" })

-- The spaces that an event is about, as "3,4 3,5".
local function spaces_of(event)
  local parts = {}
  local spaces = json.value(event.spaces)
  for index, space in ipairs(type(spaces) == "table" and spaces or {}) do
    parts[index] = ("%d,%d"):format(space[1], space[2])
  end
  if math.type(event.x) == "integer" and math.type(event.y) == "integer" then
    parts[1] = ("%d,%d"):format(event.x, event.y)
  end
  return table.concat(parts, " ")
end

-- The attributes by which a page finds what is told of.
function log.about(event)
  local spaces = spaces_of(event)
  if spaces == "" then
    return ""
  end
  local kind = json.value(event.kind) or json.value(event.reason)
  return (' data-spaces="%s"%s tabindex="0"')
    :format(spaces, kind and ' data-kind="' .. escape(kind) .. '"' or "")
end

local function draw_line(screen, event, text)
  local match, wording = screen.match, screen.wording
  local color = ""
  for seat, name in ipairs(match.names) do
    if event.player == name then
      color = " seat-" .. players.color(match, seat)
    end
  end
  local points = event.score_after and event.points ~= 0
                 and (' <b class="points">+%d</b>'):format(event.points) or ""
  local tile = event.event == "tile_drawn"
               and hand.tile(match.description, event.tile) or ""
  return ('<li class="entry%s%s" id="log-%d"%s>%s%s%s</li>')
    :format(color, wording:find("paragraphs", event.event) and " turn" or "",
            event.entry, log.about(event), escape(text), points, tile)
end

-- The line of an event.
function log.line(screen, event)
  local by_words = made[event]
  if not by_words then
    by_words = setmetatable({}, { __mode = "k" })
    made[event] = by_words
  end
  local line = by_words[screen.wording]
  if not line or line.score ~= event.score_after then
    local text = telling.event(screen, event)
    line = { score = event.score_after, html = draw_line(screen, event, text),
             text = text, id = "log-" .. event.entry, event = event,
             wording = screen.wording }
    by_words[screen.wording] = line
  end
  return line
end

-- All lines, in their order.
function log.lines(screen)
  local before, lines, wording = screen.log_lines or {}, {}, screen.wording
  for index, event in ipairs(screen.match.story.events) do
    local line = before[index]
    if not line or line.event ~= event or line.score ~= event.score_after
       or line.wording ~= wording then
      line = log.line(screen, event)
    end
    lines[index] = line
  end
  screen.log_lines = lines
  return lines
end

-- The lines as a page that shows none has them.
function log.draw(lines)
  local parts = {}
  for index, line in ipairs(lines) do
    parts[index] = line.html
  end
  return table.concat(parts)
end

-- Adds the operations that make of the lines that are shown in the list `id`
-- those that are to be shown.
function log.add_changes(list, id, shown, lines)
  local same = 0
  while shown[same + 1] and lines[same + 1]
        and shown[same + 1].html == lines[same + 1].html do
    same = same + 1
  end
  for index = #shown, same + 1, -1 do
    list[#list + 1] = { id = shown[index].id, gone = true }
  end
  if #lines > same then
    list[#list + 1] = { id = id, append = log.draw(
      table.move(lines, same + 1, #lines, 1, {})) }
  end
end

return log
