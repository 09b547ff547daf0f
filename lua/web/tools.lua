-- What a player can do beside choosing: draw, resign, play again; and what is
-- offered to them.

local draw_offer = require "castled.draw_offer"
local html    = require "web.html"
local json    = require "castled.json"
local players = require "web.players"

local tools = {}

local escape = html.escape

local function button(attributes, text, class)
  return ('<button type="button" class="button small%s" %s>%s</button>')
    :format(class and " " .. class or "", attributes, escape(text))
end

-- The board larger and smaller, which the browser does by itself; in one row with
-- a button `beside`, if there is one.
local function draw_zoom(screen, beside)
  local parts = {}
  for index, way in ipairs { "out", "in" } do
    parts[index] = ('<button type="button" class="icon-button" data-js="zoom"'
                    .. ' data-value="%s" aria-label="%s">%s</button>')
      :format(way, escape(screen.words:say("table_zoom_" .. way)),
              way == "in" and "+" or "−")
  end
  return '<span class="zoom">' .. (beside or "") .. table.concat(parts) .. "</span>"
end

-- What stands in #offer: an offer of a draw, to be answered by who did not make it.
function tools.draw_offer(screen)
  local match, words = screen.match, screen.words
  local seat = match.draw_offer
  if not seat then
    return ""
  end
  local name = players.name(match, seat, words, screen.wording)
  if not draw_offer.asks(match, match.seat) then
    return ('<p class="offer">%s</p>'):format(escape(words:say(
      seat == match.seat and "table_draw_is_offered" or "table_draw_offered",
      { player = name })))
  end
  return ('<p class="offer">%s</p><div class="buttons">%s%s</div>')
    :format(escape(words:say("table_draw_offered", { player = name })),
            button('data-do="answer-draw" data-value="yes" data-ask="'
                   .. escape(words:say("table_draw_agree_ask")) .. '"',
                   words:say("table_draw_agree")),
            button('data-do="answer-draw" data-value="no"',
                   words:say("table_draw_decline")))
end

-- What a seat has to do with another game, as the key of a text; nil for nothing:
-- whoever is asked may have left.
local function wish_of(match, seat)
  local wants, about = match.wants_rematch or {}, match.seats[seat] or {}
  if wants[seat] then
    return seat == match.seat and "table_rematch_asked" or "table_rematch_offered"
  elseif seat == match.declined_rematch and seat ~= match.seat then
    return "table_rematch_declined"
  elseif wants[match.seat] and json.value(about.who) and about.here == false then
    return "table_rematch_left"
  end
  return nil
end

-- Who would play again, and who is not there to say so.
local function draw_rematch_wishes(screen)
  local match, parts = screen.match, {}
  for seat in ipairs(match.names) do
    local key = wish_of(match, seat)
    parts[#parts + 1] = key and ('<p class="offer">%s</p>'):format(escape(
      screen.words:say(key, {
        player = players.name(match, seat, screen.words, screen.wording) })))
  end
  return table.concat(parts)
end

-- What a player can say about another game: that they want it; and no, when it is
-- asked for.
local function draw_rematch(match, words)
  local wishes = match.wants_rematch
  local is_own = wishes and wishes[match.seat]
  return (is_own and "" or button('data-do="rematch"', words:say("table_rematch"),
                                  "primary"))
    .. (wishes and button('data-do="rematch" data-value="no"', words:say(
          is_own and "table_undo" or "table_rematch_decline")) or "")
end

-- After the end: another game, and what was written of this one.
local function draw_over(screen)
  local match, words = screen.match, screen.words
  local id = escape(match.id)
  local again = ""
  if match.next then
    again = ('<a class="button primary small" href="/games/%s">%s</a>')
      :format(escape(match.next), escape(words:say("table_next_game")))
  elseif match.seat then
    again = draw_rematch(match, words)
  end
  local record = ('<a class="button small" href="/games/%s/record"'
                  .. ' download="%s.record">%s</a>')
    :format(id, id, escape(words:say("table_record")))
  return (match.next and "" or draw_rematch_wishes(screen))
    .. ('<div class="buttons">%s%s%s</div><p class="quiet">%s</p>')
      :format(again, button('data-js="verify" data-game="' .. id .. '"',
                            words:say("table_verify")),
              draw_zoom(screen, record),
              escape(words:say(match.about.level == 0 and "table_verify_open"
                               or "table_verify_says")))
end

local function draw_playing(screen)
  local words, match = screen.words, screen.match
  if not match.seat then
    return '<div class="buttons"><p class="quiet">'
           .. escape(words:say("table_watching")) .. "</p>" .. draw_zoom(screen)
           .. "</div>"
  end
  local offer = button('data-do="offer-draw" data-ask="'
    .. escape(words:say("table_draw_ask")) .. '"'
    .. (match.draw_offer and " disabled" or ""), words:say("table_draw_offer"))
  return '<div class="buttons">' .. offer
    .. button('data-do="resign" data-ask="' .. escape(words:say("table_resign_ask"))
              .. '"', words:say("table_resign"))
    .. draw_zoom(screen) .. "</div>"
end

-- What #tools is about, as a text: what is offered, and what may be done.
function tools.about(screen)
  local match, wishes = screen.match, {}
  for seat in ipairs(match.names) do
    local about = match.seats[seat] or {}
    wishes[seat] = ("%s %s"):format(wish_of(match, seat), about.who)
  end
  return ("%s %s %s %s %s"):format(match.over and "over", match.draw_offer,
    match.seat, match.next, table.concat(wishes, " "))
end

-- What stands in #tools.
function tools.draw(screen)
  return screen.match.over and draw_over(screen) or draw_playing(screen)
end

return tools
