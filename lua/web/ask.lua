-- What is asked, in words, with a button for each choice; or whom the game waits
-- for. Where a tile is laid is chosen on the board.

local choices_of = require "castled.choices"
local html       = require "web.html"
local naming     = require "castled.naming"
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

-- All choices with what their texts may name. Features of a kind that begin on one
-- space are called by another one.
local function told_choices(screen)
  local list, spaces = {}, {}
  for index, choice in ipairs(screen.match.question.choices) do
    list[index] = (choice.column or choice.feature)
                  and choices_of.told(screen.position:read(), choice) or choice
    spaces[index] = choice.feature and list[index].spaces or nil
  end
  for index, own in pairs(spaces) do
    local others = {}
    for other, one in pairs(spaces) do
      if list[other].kind == list[index].kind
         and list[other].feature ~= list[index].feature then
        others[#others + 1] = one
      end
    end
    list[index].spaces = choices_of.called_apart(own, others)
  end
  return list
end

-- All choices in the game's words. Those that would read the same say where on the
-- tile they are, too.
function ask.choice_texts(screen)
  local asked, texts, count = screen.match.question, {}, {}
  for index, told in ipairs(told_choices(screen)) do
    local text = screen.named:choice(asked.step, told)
    texts[index], count[text] = text, (count[text] or 0) + 1
  end
  for index, choice in ipairs(asked.choices) do
    local where = count[texts[index]] > 1
                  and choices_of.part_of_tile(screen.position:read(), choice)
    if where then
      texts[index] = screen.words:say("table_choice_at", {
        choice = texts[index], where = screen.words:say("table_part_" .. where) })
    end
  end
  return texts
end

-- A choice in words that no other has, if that can be; `index` from 0.
function ask.choice_text(screen, index)
  return ask.choice_texts(screen)[index + 1]
end

-- What a hint says.
function ask.hint_text(screen, index)
  return screen.words:say("table_hint_is", {
    choice = ask.choice_text(screen, index) })
end

-- A button for each choice, with its number: the key for it, and what it has on the
-- large tile.
local function draw_choices(screen)
  local parts = {}
  for index, text in ipairs(ask.choice_texts(screen)) do
    parts[index] = ('<button type="button" class="choice" data-choose="%d">'
                    .. '<b class="number">%d</b> <span>%s</span></button>')
      :format(index - 1, index, escape(text))
  end
  return '<div class="choices">' .. table.concat(parts) .. "</div>"
end

-- The buttons: what answers first, a hint last, whatever stands between, so that
-- both are where they were when the next thing is asked. Hints are for games
-- against bots.
local function draw_buttons(screen, asked, is_place)
  local words, between = screen.words, ""
  if is_place then
    between = ('<button type="button" class="icon-button" data-js="turn"'
               .. ' data-value="-1" aria-label="%s">↺</button>'
               .. '<button type="button" class="icon-button" data-js="turn"'
               .. ' data-value="1" aria-label="%s">↻</button>')
      :format(escape(words:say("table_turn_back")), escape(words:say("table_turn")))
  end
  if asked.may_undo then
    between = between .. button('class="button" data-do="undo"',
                                words:say("table_undo"))
  end
  return '<div class="buttons">'
    .. button('id="confirm" class="button primary" data-js="confirm" disabled',
              words:say(is_place and "table_confirm_place" or "table_confirm"))
    .. '<span class="between">' .. between .. "</span>"
    .. (naming.is_contest(screen.match.seats) and ""
        or button('class="button plain" data-do="hint"', words:say("table_hint")))
    .. "</div>"
end

-- How a tile is laid, by mouse and keys, and by touch: the page shows what fits.
local function draw_how(screen)
  return paragraph("how mouse quiet", screen.words:say("table_how_place"))
         .. paragraph("how touch quiet", screen.words:say("table_how_touch"))
end

-- The hint for what is asked, or nil.
local function hint_of(match)
  local hint = match.hint
  return hint and match:is_asked() and hint.seq == match.question.seq and hint or nil
end

local function draw_question(screen, asked)
  local is_place = question.kind(asked, screen.position.view) == "place"
  local hint = hint_of(screen.match)
  return paragraph("asked", telling.question(screen, asked))
    .. (is_place and draw_how(screen) or draw_choices(screen))
    .. (hint and paragraph("hint", ask.hint_text(screen, hint.index)) or "")
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
  return ("%s %s %s %s %s %s"):format(match.over and match.over.reason, seat,
    match:is_asked() and match.question.seq, about.who, about.player,
    hint_of(match) ~= nil)
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
