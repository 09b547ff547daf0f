-- What is asked, in words, with a button for each choice; or whom the game waits
-- for. Where a tile is laid is chosen on the board.

local choices_of = require "castled.choices"
local html       = require "web.html"
local players    = require "web.players"
local question   = require "web.question"
local telling    = require "web.telling"

local ask = {}

local escape = html.escape

local function button(attributes, text)
  return ('<button type="button" %s>%s</button>'):format(attributes, escape(text))
end

local function paragraph(class, text)
  return ('<p class="%s">%s</p>'):format(class, escape(text))
end

-- A choice in the game's words; `index` from 0.
function ask.choice_text(screen, index)
  local asked = screen.match.question
  local choice = asked.choices[index + 1]
  if choice.column or choice.feature then
    choice = choices_of.told(screen.position:read(), choice)
  end
  return screen.wording:choice(asked.step, choice)
end

local function draw_choices(screen, asked)
  local parts = {}
  for index = 0, #asked.choices - 1 do
    parts[#parts + 1] = button(('class="choice" data-choose="%d"'):format(index),
                               ask.choice_text(screen, index))
  end
  return '<div class="choices">' .. table.concat(parts) .. "</div>"
end

local function draw_buttons(screen, asked, is_place)
  local words, parts = screen.words, {}
  parts[1] = button('id="confirm" class="button primary" data-js="confirm" disabled',
                    words:say(is_place and "table_confirm_place"
                              or "table_confirm"))
  if is_place then
    parts[2] = ('<button type="button" class="icon-button" data-js="turn"'
                .. ' data-value="-1" aria-label="%s">↺</button>'
                .. '<button type="button" class="icon-button" data-js="turn"'
                .. ' data-value="1" aria-label="%s">↻</button>')
      :format(escape(words:say("table_turn_back")), escape(words:say("table_turn")))
  end
  if asked.may_undo then
    parts[#parts + 1] = button('class="button" data-do="undo"',
                               words:say("table_undo"))
  end
  parts[#parts + 1] = button('class="button plain" data-do="hint"',
                             words:say("table_hint"))
  return '<div class="buttons">' .. table.concat(parts) .. "</div>"
end

-- How a tile is laid, by mouse and keys, and by touch: the page shows what fits.
local function draw_how(screen)
  return paragraph("how mouse quiet", screen.words:say("table_how_place"))
         .. paragraph("how touch quiet", screen.words:say("table_how_touch"))
end

local function draw_question(screen, asked)
  local is_place = question.kind(asked, screen.position.view) == "place"
  return paragraph("asked", telling.question(screen, asked))
    .. (is_place and draw_how(screen) or draw_choices(screen, asked))
    .. draw_buttons(screen, asked, is_place)
end

-- Whom the game waits for.
local function draw_waiting(screen, seat)
  local match, words = screen.match, screen.words
  local name = players.name(match, seat, words, screen.wording)
  return ('<p class="asked quiet"><span class="spinner" aria-hidden="true"></span> %s'
          .. "</p>")
    :format(escape(words:say(match:is_bot(seat) and "table_thinks"
                             or "table_chooses", { player = name })))
end

-- What #ask is about, as a text: a question, whom it is for.
function ask.about(screen)
  local match = screen.match
  local seat = match:seat_asked()
  local about = seat and match.seats[seat] or {}
  return ("%s %s %s %s %s"):format(match.over and match.over.reason, seat,
    match:is_asked() and match.question.seq, about.who, about.player)
end

-- What stands in #ask.
function ask.draw(screen)
  local match = screen.match
  local seat = match:seat_asked()
  if match:is_asked() then
    return draw_question(screen, match.question)
  elseif seat and not match.over then
    return draw_waiting(screen, seat)
  end
  return ""
end

return ask
