-- The page of a table before anything of it is shown: where everything stands.

local board   = require "web.board"
local hand    = require "web.hand"
local html    = require "web.html"
local log     = require "web.log"
local panels  = require "web.panels"
local players = require "web.players"
local talk    = require "web.talk"

local frame = {}

local escape = html.escape

-- The panels beside the board. `asks`: what is in it comes when it is opened.
local PANELS = {
  { name = "log" }, { name = "talk" }, { name = "left", asks = true },
  { name = "points", asks = true }, { name = "rules" },
}

local function draw_tabs(screen)
  local parts = {}
  for index, panel in ipairs(PANELS) do
    parts[index] = ('<button type="button" class="tab" data-tab="%s"%s'
        .. ' aria-expanded="%s">%s</button>')
      :format(panel.name, panel.asks and ' data-do="' .. panel.name .. '"' or "",
              index == 1, escape(screen.words:say("table_tab_" .. panel.name)))
  end
  return '<div class="tabs">' .. table.concat(parts) .. "</div>"
end

local INSIDES = {}

function INSIDES.log(_, now)
  return '<ol id="log" class="log" data-scroll="end">'
         .. log.draw(now.lists.log.lines) .. "</ol>"
end

function INSIDES.talk(screen, now)
  return '<div id="talk" class="talk"><ol id="said" class="said" data-scroll="end">'
         .. log.draw(now.lists.said.lines) .. "</ol>" .. talk.draw_form(screen) .. "</div>"
end

function INSIDES.left(screen, now)
  return '<div id="left-tiles">' .. (screen.opened.left
         and frame.draw_left(screen, now) or "") .. "</div>"
end

function INSIDES.points(screen, now)
  return '<div id="points">' .. (screen.opened.points and now.insides.points or "")
         .. "</div>"
end

function INSIDES.rules(screen, now)
  return panels.draw_rules(screen) .. '<div id="lock">' .. now.insides.lock
         .. "</div>"
end

-- The tiles that are left, once somebody wants to see them.
function frame.draw_left(screen, now)
  return panels.draw_left(screen, function(id) return now.insides[id] end)
end

local function draw_panels(screen, now)
  local parts = {}
  for index, panel in ipairs(PANELS) do
    parts[index] = ('<section class="panel" data-panel="%s" tabindex="0"'
        .. ' aria-label="%s">%s</section>')
      :format(panel.name, escape(screen.words:say("table_tab_" .. panel.name)),
              INSIDES[panel.name](screen, now))
  end
  return table.concat(parts)
end

local function element(id, inside, class)
  return ('<div id="%s" class="%s">%s</div>'):format(id, class or id, inside)
end

local function draw_side(screen, now)
  local insides = now.insides
  local function part(id)
    return insides[id]
  end
  local held = element("held", insides.held)
               .. '<p class="left" id="left">' .. insides.left .. "</p>"
  return element("players", players.draw(screen, part, now.classes))
    .. element("outcome", insides.outcome)
    .. element("replay", screen.replay and screen.replay:draw(part) or "")
    .. '<div class="answers">' .. element("offer", insides.offer, "offering")
    .. element("play", element("hand", held) .. element("ask", insides.ask),
              now.classes.play) .. "</div>"
    .. element("result", insides.result) .. element("verify", "")
    .. element("tools", insides.tools)
end

-- All of it, with what is shown now (parts.now).
function frame.draw(screen, now)
  return ('<div class="%s" id="table" data-game="%s"><h1 class="unseen">%s</h1>'
          .. '%s<div id="board">%s</div>'
          .. '<div class="side">%s</div><div class="talks">%s%s</div></div>')
    :format(now.classes.table, escape(screen.match.id),
            escape(screen.words:title(screen.match.description.title)),
            hand.stock(screen.match.description).svg,
            board.draw(now.board.position, now.board.layers, screen.language),
            draw_side(screen, now), draw_tabs(screen), draw_panels(screen, now))
end

return frame
