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
  lock = { panels.draw_lock },
}

-- Everything as it is now, or was at the step of a replay: `insides` and `classes`
-- by id, `lists` of lines by id, and the board. Results are those of the end.
function parts.now(real)
  local screen = real.replay and real.replay:seen() or real
  local now = { insides = {}, classes = {}, lists = {
    log = log.lines(screen), said = talk.lines(screen),
  } }
  for id, part in pairs(DRAW) do
    local draw, about = part[1], part[2]
    now.insides[id] = about and memory.of(screen, id, about(screen), draw)
                      or draw(screen)
  end
  now.insides.outcome = result.draw_outcome(real)
  now.insides.result = result.draw(real)
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
    now.insides.points = panels.draw_points(real)
  end
  now.board = {
    position = screen.position,
    layers = board.asking(screen.match, screen.position),
  }
  return now
end

local function sorted_keys(set)
  local keys = {}
  for key in pairs(set) do
    keys[#keys + 1] = key
  end
  table.sort(keys)
  return keys
end

-- Operations that make what is shown what is to be shown. A part that was not
-- shown before is not here: who shows it draws it.
function parts.changes(shown, now, language)
  local list = {}
  board.add_changes(list, shown.board, now.board, language)
  for _, id in ipairs(sorted_keys(now.classes)) do
    if shown.classes[id] ~= now.classes[id] then
      list[#list + 1] = { id = id, class = now.classes[id] }
    end
  end
  for _, id in ipairs(sorted_keys(now.insides)) do
    local before = shown.insides[id]
    if before and before ~= now.insides[id] then
      list[#list + 1] = { id = id, html = now.insides[id] }
    end
  end
  for _, id in ipairs { "log", "said" } do
    log.add_changes(list, id, shown.lists[id], now.lists[id])
  end
  return list
end

return parts
