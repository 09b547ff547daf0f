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
  local line = by_words[screen.named]
  if not line or line.score ~= event.score_after then
    local text = telling.event(screen, event)
    line = { score = event.score_after, html = draw_line(screen, event, text),
             text = text, id = "log-" .. event.entry }
    by_words[screen.named] = line
  end
  return line
end

-- Lines from the `first` one on, all of them if it is nil, as a page has them.
function log.draw(lines, first)
  local parts = {}
  for index = first or 1, #lines do
    parts[#parts + 1] = lines[index].html
  end
  return table.concat(parts)
end

-- How many lines two lists (memory.lines) both begin with.
local function count_same(one, other)
  local most, same = math.min(one.count, other.count), 0
  if one.lines == other.lines then
    return most
  end
  while same < most and one.lines[same + 1].html == other.lines[same + 1].html do
    same = same + 1
  end
  return same
end

-- Adds the operations that make of what is shown in the list `id` what is to be
-- shown; both as memory.lines gave them, the latter just now.
function log.add_changes(list, id, shown, now)
  local same = count_same(shown, now)
  for index = shown.count, same + 1, -1 do
    list[#list + 1] = { id = shown.lines[index].id, gone = true }
  end
  if now.count > same then
    list[#list + 1] = { id = id, append = log.draw(now.lines, same + 1) }
  end
end

return log
