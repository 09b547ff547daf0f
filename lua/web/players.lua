-- The players beside the board: who they are, what they have, whose turn it is.
-- What changes often has an id of its own.

local clock_rules = require "castled.clocks"
local figures    = require "castled.drawing.figures"
local html       = require "web.html"
local json       = require "castled.json"
local memory     = require "web.memory"
local naming     = require "castled.naming"
local paint      = require "castled.drawing.paint"
local positions  = require "web.positions"
local question   = require "web.question"
local wall_tiles = require "castled.drawing.wall_tiles"

local players = {}

local theme = paint.theme(positions.THEME)
local escape = html.escape

-- The name of a seat's colour, as classes have it.
function players.color(match, seat)
  return paint.seat(match.names[seat], seat)
end

-- What a seat is called: by the name that its player gave, or which bot it is.
function players.name(match, seat, words, wording)
  return naming.who(match.seats[seat] or {}, words)
         or wording:word("seats", match.names[seat] or "?")
end

local function of_view(position, seat)
  local all = position.view.game and position.view.game.players
  return type(all) == "table" and all[seat] or {}
end

-- The points of a seat: the view's, or those that events told; or nil.
function players.score(match, position, seat)
  local shown = of_view(position, seat).score
  return math.type(shown) == "integer" and shown
         or match.story.scores[match.names[seat]]
         or position.view.game and position.view.game.players and 0 or nil
end

-- Whether somebody sits there and is not here, while the game goes on: afterwards
-- nobody waits for them.
local function is_away(match, seat)
  local about = match.seats[seat] or {}
  return json.value(about.who) and about.here == false and not match.over
end

local function class_of(screen, seat)
  local match = screen.match
  return "player seat-" .. players.color(match, seat)
         .. (match:seat_asked() == seat and " on-turn" or "")
         .. (is_away(match, seat) and " away" or "")
end

local function draw_who(screen, seat)
  local match, words = screen.match, screen.words
  local name = players.name(match, seat, words, screen.wording)
  local colour = screen.wording:word("seats", match.names[seat])
  local note = match.seat == seat and words:say("table_you")
               or is_away(match, seat) and words:say("table_away") or nil
  return ('<span class="chip seat-%s" title="%s"></span>'
          .. '<span class="name" title="%s">%s</span>%s%s')
    :format(players.color(match, seat), escape(colour), escape(name), escape(name),
            name ~= colour and '<span class="unseen"> (' .. escape(colour)
                               .. ")</span>" or "",
            note and ' <span class="badge quiet">' .. escape(note) .. "</span>"
            or "")
end

local function draw_score(screen, seat)
  local score = players.score(screen.match, screen.position, seat)
  return score and ('<b class="score" data-count="%d">%d</b>'
                    .. '<span class="unseen"> %s</span>')
    :format(score, score, escape(screen.words:say("table_points",
                                                  { count = score }))) or ""
end

local function figure(svg)
  return '<svg class="figure" viewBox="-19 -27 38 46" aria-hidden="true">' .. svg
         .. "</svg>"
end

local function draw_supply(screen, seat)
  local supply = of_view(screen.position, seat).supply
  if math.type(supply) ~= "integer" then
    return ""
  end
  return ('%d<span class="unseen"> %s</span>'):format(supply,
    escape(screen.words:say("table_followers", { count = supply })))
end

local function draw_keep(screen, seat)
  local size = of_view(screen.position, seat).keep
  if math.type(size) ~= "integer" or size == 0 then
    return ""
  end
  local says = escape(screen.words:say("table_keep", { size = size }))
  return ('<span class="thing" title="%s">%s%d<span class="unseen"> %s</span></span>')
    :format(says, figure(figures.keep(theme, players.color(screen.match, seat))),
            size, says)
end

-- Wall tiles face up, each with what it does.
local function draw_wall_tiles(screen, seat)
  local parts = {}
  local held = of_view(screen.position, seat).wall_tiles
  for index, kind in ipairs(type(held) == "table" and held or {}) do
    local does = escape(screen.wording:word("wall_tiles", tostring(kind)))
    parts[index] = ('<span class="thing wall-tile" id="%s" title="%s">'
        .. '<svg viewBox="-19 -19 38 38" aria-hidden="true">%s</svg>'
        .. '<span class="unseen">%s: %s</span></span>')
      :format(question.wall_tile_id(seat, index), does,
              wall_tiles.face_up(theme, kind), escape(kind), does)
  end
  return table.concat(parts)
end

-- A clock that runs has the time when it is over, one that stands what is left; each
-- from when on that is short.
local function draw_clock(screen, seat)
  local match = screen.match
  local clocks = match.clocks
  if not clocks then
    return ""
  end
  local late = clock_rules.late_ms(match.about.clock)
  local lefts = json.value(clocks.clocks)
  local left = lefts and lefts[seat]
  local stop = json.value(clocks["until"])
  if clocks.seat == seat and stop then
    return ('<span class="clock" data-clock-until="%d" data-clock-late="%d"></span>')
      :format(stop, late or 0)
  end
  return left and ('<span class="clock" data-clock-left="%d" data-clock-late="%d">'
                   .. '</span>'):format(left, late or 0) or ""
end

-- Who sits there, as a text that is another one when it is drawn otherwise.
local function who_sits(screen, seat)
  local about = screen.match.seats[seat] or {}
  return ("%s %s %s %s"):format(about.who, about.player,
                                is_away(screen.match, seat), screen.match.seat)
end

-- Adds the parts of the players' boxes that change: their insides by id.
function players.add_parts(screen, parts)
  local function add(name, seat, of, draw)
    local id = name .. "-" .. seat
    parts[id] = memory.of(screen, id, of, draw, seat)
  end
  for seat in ipairs(screen.match.names) do
    local has = of_view(screen.position, seat)
    local held = type(has.wall_tiles) == "table" and has.wall_tiles or {}
    add("who", seat, who_sits(screen, seat), draw_who)
    add("score", seat, players.score(screen.match, screen.position, seat) or "",
        draw_score)
    add("supply", seat, has.supply or "", draw_supply)
    add("size", seat, has.keep or "", draw_keep)
    add("wall", seat, table.concat(held, " "), draw_wall_tiles)
    parts["clock-" .. seat] = draw_clock(screen, seat)
  end
end

-- Adds the classes that change, by id.
function players.add_classes(screen, classes)
  for seat in ipairs(screen.match.names) do
    classes["player-" .. seat] = class_of(screen, seat)
  end
end

-- A player's box around its parts.
local function draw_player(screen, seat, part, classes)
  local has_supply = draw_supply(screen, seat) ~= ""
  local icon = figure(figures.follower(theme, players.color(screen.match, seat)))
  local id = "player-" .. seat
  return ('<section class="%s" id="%s"><h2 class="who" id="who-%d">%s</h2>'
      .. '<span id="score-%d">%s</span><p class="belongings">'
      .. '<span class="thing"%s>%s<span id="supply-%d">%s</span></span>'
      .. '<span id="size-%d">%s</span><span id="wall-%d">%s</span></p>'
      .. '<span id="clock-%d">%s</span></section>')
    :format(classes[id], id, seat, part("who-" .. seat), seat,
            part("score-" .. seat), has_supply and "" or " hidden", icon, seat,
            part("supply-" .. seat), seat, part("size-" .. seat), seat,
            part("wall-" .. seat), seat, part("clock-" .. seat))
end

-- All the players, for a page that shows them for the first time; `part(id)`
-- gives the inside of a part.
function players.draw(screen, part, classes)
  local parts = {}
  for seat in ipairs(screen.match.names) do
    parts[seat] = draw_player(screen, seat, part, classes)
  end
  return table.concat(parts)
end

return players
