-- All that a table's page shows, as parts: what each part has in it now, and what
-- must be sent to make of the parts that are shown those that are to be. The
-- board and the lists that only grow have ways of their own.

local ask     = require "web.ask"
local board   = require "web.board"
local hand    = require "web.hand"
local log     = require "web.log"
local memory  = require "web.memory"
local panels  = require "web.panels"
local players = require "web.players"
local result  = require "web.result"
local talk    = require "web.talk"
local tools   = require "web.tools"

local parts = {}

-- Each part with what it is drawn of, where that is short to say.
local DRAW = {
  held = { hand.draw_held }, left = { hand.draw_left, hand.left },
  ask = { ask.draw, ask.about }, tools = { tools.draw, tools.about },
  offer = { tools.draw_offer },
  lock = { panels.draw_lock },
}

-- Everything as it is now, or was at the step of a replay: `insides` and `classes`
-- by id, `lists` of lines by id, and the board. Before the end there is no result.
function parts.now(real)
  local screen = real.replay and real.replay:seen() or real
  local now = { insides = {}, classes = {}, lists = {
    log = memory.lines(screen, "log", screen.match.story.events, log.line),
    said = memory.lines(screen, "said", screen.match.sayings, talk.line),
  } }
  for id, part in pairs(DRAW) do
    local draw, about = part[1], part[2]
    now.insides[id] = about and memory.of(screen, id, about(screen), draw)
                      or draw(screen)
  end
  local is_before = real.replay and real.replay:is_before_end()
  now.insides.outcome = is_before and "" or result.draw_outcome(real)
  now.insides.result = is_before and "" or result.draw(real)
  now.insides.replay = screen.replay and screen.replay:draw() or ""
  if screen.replay then
    screen.replay:add_parts(now.insides)
  end
  players.add_parts(screen, now.insides)
  players.add_classes(screen, now.classes)
  now.classes.table = "table" .. (screen.match.over and " over" or "")
                      .. (screen.match.seat and "" or " watching")
  now.classes.play = "play" .. (hand.has_choices(now.insides.held) and " choosing"
                                or "")
  if screen.opened.left then
    panels.add_left_parts(screen, now.insides)
  end
  if screen.opened.points then
    now.insides.points = panels.draw_points(screen)
  end
  now.board = {
    position = screen.position,
    layers = board.asking(screen.match, screen.position),
  }
  return now
end

-- Adds operations for what is other `now` than what is `shown`, by id; `name` is
-- what an operation calls it.
local function add_changes(list, name, shown, now)
  local ids = {}
  for id, value in pairs(now) do
    if shown[id] and shown[id] ~= value then
      ids[#ids + 1] = id
    end
  end
  table.sort(ids)
  for _, id in ipairs(ids) do
    list[#list + 1] = { id = id, [name] = now[id] }
  end
end

-- Operations that make what is shown what is to be shown. A part that was not
-- shown before is not here: who shows it draws it.
function parts.changes(shown, now, language)
  local list = {}
  board.add_changes(list, shown.board, now.board, language)
  add_changes(list, "class", shown.classes, now.classes)
  add_changes(list, "html", shown.insides, now.insides)
  for _, id in ipairs { "log", "said" } do
    log.add_changes(list, id, shown.lists[id], now.lists[id])
  end
  return list
end

return parts
