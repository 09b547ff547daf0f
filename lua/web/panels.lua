-- What can be looked up beside the board: the rules in force, the tiles that are
-- left, where points came from.

local hand    = require "web.hand"
local html    = require "web.html"
local players = require "web.players"

local panels = {}

local escape = html.escape
local KINDS_OF_WALL_TILE = 9
local OF_EACH_KIND = 2 -- CS-02

-- Rules in force --------------------------------------------------------------

local function rule(title, text)
  return ('<li><b>%s</b>%s</li>'):format(escape(title),
    text ~= "" and '<p class="quiet">' .. escape(text) .. "</p>" or "")
end

-- An option's value in words.
local function value_text(screen, option)
  if type(option.value) == "boolean" then
    return screen.words:say(option.value and "table_yes" or "table_no")
  elseif type(option.value) == "string" then
    return screen.wording:word("values", option.value)
  end
  return tostring(option.value)
end

local function add_house_rules(parts, screen)
  local words, count = screen.words, #parts
  for _, variant in ipairs(screen.match.description.variants or {}) do
    if variant.chosen then
      parts[#parts + 1] = rule(words:title(variant.title),
                               words:title(variant.summary))
    end
  end
  if #parts == count then
    parts[#parts + 1] = rule(words:say("table_no_house_rules"), "")
  end
end

local function how_to(screen)
  local parts = {}
  local text = screen.wording:text("how_to", "lines", {}) or ""
  for line in (text .. "\n"):gmatch("([^\n]+)\n") do
    parts[#parts + 1] = "<p>" .. escape(line) .. "</p>"
  end
  return #parts > 0 and "<h3>" .. escape(screen.words:say("table_how_to")) .. "</h3>"
                        .. table.concat(parts) or ""
end

-- The house rules that were chosen, the options, the lock of the order, and how
-- the game is played.
function panels.draw_rules(screen)
  local parts, words = { '<ul class="rules">' }, screen.words
  add_house_rules(parts, screen)
  for _, option in ipairs(screen.match.description.options or {}) do
    parts[#parts + 1] = ("<li>%s: <b>%s</b></li>")
      :format(escape(words:title(option.title)), escape(value_text(screen, option)))
  end
  parts[#parts + 1] = "</ul>" .. how_to(screen)
  return table.concat(parts)
end

-- The lock that the players agreed to, in words.
function panels.draw_lock(screen)
  local lock = screen.match.proquints
  return lock and ('<p class="quiet">%s <b class="words-of-lock">%s</b></p>')
    :format(escape(screen.words:say("table_lock")), escape(lock)) or ""
end

-- What is left ------------------------------------------------------------------

-- How many of the tiles that look alike no event has named.
local function count_left(names, seen)
  local count = 0
  for _, name in ipairs(names) do
    count = count + (seen[name] and 0 or 1)
  end
  return count
end

local function wall_tiles_left(screen)
  local taken, parts = {}, {}
  for _, event in ipairs(screen.match.story.events) do
    if event.event == "wall_tile_taken" then
      taken[event.kind] = (taken[event.kind] or 0) + 1
    end
  end
  for kind = 1, KINDS_OF_WALL_TILE do
    local left = OF_EACH_KIND - (taken[kind] or 0)
    if left > 0 then
      parts[#parts + 1] = ("<li>%d × <b>%d</b> %s</li>"):format(left, kind,
        escape(screen.wording:word("wall_tiles", tostring(kind))))
    end
  end
  return "<h3>" .. escape(screen.words:say("table_wall_left")) .. "</h3>"
         .. '<ul class="wall-tiles-left">' .. table.concat(parts) .. "</ul>"
end

-- Adds the parts of the tiles that are left: how many of each; the page hides
-- those of which there is none.
function panels.add_left_parts(screen, parts)
  local seen = screen.match.story:seen("tile")
  for index, names in ipairs(hand.stock(screen.match.description).names) do
    local count = count_left(names, seen)
    parts["left-" .. index] = count == 0 and "" or count > 1 and "× " .. count
                              or '<span class="unseen">1</span>'
  end
  parts["left-wall"] = screen.match.description.name == "castle"
                       and wall_tiles_left(screen) or ""
end

-- The tiles that no event has named, as little pictures; `part(id)` gives how
-- many there are.
function panels.draw_left(screen, part)
  local description, list = screen.match.description, {}
  for index, names in ipairs(hand.stock(description).names) do
    list[index] = ('<li>%s<b id="left-%d">%s</b></li>')
      :format(hand.tile(description, names[1]), index, part("left-" .. index))
  end
  return '<p class="quiet">' .. escape(screen.words:say("table_left_says"))
         .. '</p><ul class="tiles-left">' .. table.concat(list) .. "</ul>"
         .. '<div id="left-wall">' .. part("left-wall") .. "</div>"
end

-- Points --------------------------------------------------------------------------

local function row(name, cells, element)
  local parts = {}
  for index, cell in ipairs(cells) do
    parts[index] = ("<%s>%s</%s>"):format(element, cell, element)
  end
  return ("<tr><th>%s</th>%s</tr>"):format(escape(name), table.concat(parts))
end

-- Where points came from: a row a source, a column a player.
function panels.draw_points(screen)
  local match, words = screen.match, screen.words
  local heads, totals, rows = {}, {}, {}
  for seat in ipairs(match.names) do
    heads[seat] = ('<span class="chip seat-%s"></span>%s')
      :format(players.color(match, seat),
              escape(players.name(match, seat, words, screen.wording)))
    totals[seat] = ("<b>%d</b>"):format(players.score(match, screen.position, seat)
                                        or 0)
  end
  rows[1] = row("", heads, "th")
  for _, source in ipairs(match.story:sums()) do
    local cells = {}
    for seat, name in ipairs(match.names) do
      cells[seat] = tostring(source.points[name] or "·")
    end
    rows[#rows + 1] = row(screen.wording:word("sums", source.name), cells, "td")
  end
  rows[#rows + 1] = row(words:say("table_together"), totals, "td")
  return '<table class="standing">' .. table.concat(rows) .. "</table>"
end

return panels
