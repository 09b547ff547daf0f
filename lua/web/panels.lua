-- What can be looked up beside the board: the rules in force, the tiles that are
-- left, where points came from.

local castle   = require "castled.castle"
local clocks   = require "castled.clocks"
local game_words = require "castled.game_words"
local hand     = require "web.hand"
local html     = require "web.html"
local new_game = require "castled.new_game"
local players  = require "web.players"

local panels = {}

local escape = html.escape

local function rule(title, text)
  return ('<li><b>%s</b>%s</li>'):format(escape(title),
    text ~= "" and '<p class="quiet">' .. escape(text) .. "</p>" or "")
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
  local says = #(screen.match.about.variants or {}) > 0
               and '<p class="quiet">' .. escape(screen.words:say("table_how_to_says"))
                   .. "</p>" or ""
  return #parts > 0 and "<h3>" .. escape(screen.words:say("table_how_to")) .. "</h3>"
                        .. says .. table.concat(parts) or ""
end

-- The house rules that were chosen, the options, the lock of the order, and how
-- the game is played.
function panels.draw_rules(screen)
  local parts, words = { '<ul class="rules">' }, screen.words
  add_house_rules(parts, screen)
  for _, option in ipairs(new_game.options(screen.match.description)) do
    parts[#parts + 1] = ("<li>%s: <b>%s</b></li>")
      :format(escape(words:title(option.title)), escape(
        game_words.option_value(option, words, screen.wording)))
  end
  parts[#parts + 1] = ("<li>%s</li></ul>")
    :format(escape(clocks.rule(screen.match.about.clock, words))) .. how_to(screen)
  return table.concat(parts)
end

-- How the order came about, and the lock that the players agreed to, in words.
function panels.draw_lock(screen)
  local match, lock = screen.match, screen.match.proquints
  local order = escape(game_words.order(match.about, match.seats, true, screen.words))
  return '<p class="quiet">' .. order .. "</p>" .. (lock and
    ('<p class="quiet">%s <b class="words-of-lock" data-lock="%s">%s</b></p>')
    :format(escape(screen.words:say("table_lock")), escape(match.id), escape(lock))
    or "")
end

-- How many of the tiles that look alike no event has named.
local function count_left(names, seen)
  local count = 0
  for _, name in ipairs(names) do
    count = count + (seen[name] and 0 or 1)
  end
  return count
end

local function wall_tiles_left(screen)
  local parts = {}
  for index, left in ipairs(castle.wall_tiles_left(screen.match.story.events)) do
    parts[index] = ("<li>%d × <b>%d</b> %s</li>"):format(left.count, left.kind,
      escape(screen.wording:word("wall_tiles", tostring(left.kind))))
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

local function row(name, cells, element)
  local parts = {}
  for index, cell in ipairs(cells) do
    parts[index] = ("<%s>%s</%s>"):format(element, cell, element)
  end
  local first = name and "<th>" .. escape(name) .. "</th>" or "<td></td>"
  return "<tr>" .. first .. table.concat(parts) .. "</tr>"
end

-- Where points came from: a row a source, a column a player.
function panels.draw_points(screen)
  local match, words = screen.match, screen.words
  local heads, totals, rows = {}, {}, {}
  for seat, name in ipairs(match.names) do
    heads[seat] = ('<span class="chip seat-%s"></span>%s')
      :format(players.color(match, seat),
              escape(screen.named:word("seats", name)))
    totals[seat] = ("<b>%d</b>"):format(players.score(match, screen.position, seat)
                                        or 0)
  end
  rows[1] = row(nil, heads, "th")
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
