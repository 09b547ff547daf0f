-- What players say to each other, and a line to say something.

local html    = require "web.html"
local json    = require "castled.json"
local players = require "web.players"

local talk = {}

local escape = html.escape
local SAID_MAX = 300 -- characters

-- Who said it, by the name that they gave.
local function who(screen, saying)
  local match = screen.match
  return json.value(saying.who)
         or match.names[saying.seat]
            and screen.wording:word("seats", match.names[saying.seat]) or "?"
end

-- What was said, as a sentence.
function talk.text(screen, saying)
  return who(screen, saying) .. ": " .. saying.text
end

-- Whether somebody else has said it since the screen was opened, at `since` by the
-- calendar: who comes is told what was said before, and perhaps later than the rest.
function talk.is_news(screen, saying)
  return saying.ts >= screen.since and saying.seat ~= screen.match.seat
end

-- The line of what was said once.
function talk.line(screen, saying)
  local id = "said-" .. saying.number
  return {
    id = id,
    html = ('<li class="seat-%s" id="%s"><b class="who">%s</b> %s</li>')
      :format(players.color(screen.match, saying.seat), id,
              escape(who(screen, saying)), escape(saying.text)),
  }
end

-- A line for each thing that was said.
function talk.lines(screen)
  local lines = {}
  for index, saying in ipairs(screen.match.sayings) do
    lines[index] = talk.line(screen, saying)
  end
  return lines
end

-- The line to type in, for who plays. The browser's script says it, so that it stays
-- there until the server has taken it.
function talk.draw_form(screen)
  if not screen.match.seat then
    return '<p class="quiet">' .. escape(screen.words:say("table_only_players_talk"))
           .. "</p>"
  end
  local label = escape(screen.words:say("table_say"))
  return ('<form class="say" id="say-form" data-js="say" data-game="%s">'
          .. '<input name="text" maxlength="%d" autocomplete="off" required'
          .. ' aria-label="%s" placeholder="%s">'
          .. '<span class="rest" aria-live="polite"></span><button class="button small">%s'
          .. "</button></form>")
    :format(escape(screen.match.id), SAID_MAX, label, label,
            escape(screen.words:say("table_say_button")))
end

return talk
