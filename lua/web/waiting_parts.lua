-- The parts of the waiting room as HTML; `room` is the screen (waiting.lua).

local clocks     = require "castled.clocks"
local form       = require "web.form"
local game_words = require "castled.game_words"
local html       = require "web.html"
local json       = require "castled.json"
local log        = require "web.log"
local naming     = require "castled.naming"
local talk       = require "web.talk"
local waiting_room = require "castled.waiting_room"

local waiting_parts = {}

local NAME_MAX = 40 -- characters
local CONTRIBUTION_MAX = 120

local is_person, is_free = naming.is_person, naming.is_free

local function seat_word(room, seat)
  return room.session:wording(room.description):word("seats", seat.name)
end

-- What ended a game before it began, and why; nothing while it is to begin.
function waiting_parts.ending(room)
  local over, words = room.over, room.session.words
  if not over then
    return html.join {}
  end
  local because = game_words.because(over, room.description, words)
  return html.join {
    html.p { game_words.result({ result = over, seats = room.seats },
                               room.description, words) },
    because and html.p { because },
  }
end

-- What is known of the room, as castled.waiting_room wants it.
local function known(room)
  return { seats = room.seats, stage = room.stage, seat = room.session.seat,
           knows_givers = room.knows_givers }
end

local NOTES = { that_is_you = "good", away = "warn", gave_nothing = "warn" }

-- What is said of who sits in a seat: you, away, no part in the shuffle.
local function seat_badges(room, index, seat)
  local words = room.session.words
  local badges = {}
  for at, key in ipairs(waiting_room.notes(known(room), index)) do
    badges[at] = html.span { class = "badge " .. NOTES[key], words:say(key) }
  end
  if not is_person(seat) then
    badges[#badges + 1] = html.span { class = "badge quiet", words:say("badge_bot") }
  end
  return badges
end

local function seat_name(room, seat)
  local words = room.session.words
  local who = json.value(seat.who)
  if who then
    return html.b { class = "who", who }
  elseif is_free(seat) then
    return html.span { class = "who quiet", words:say(seat.player == "held"
      and "seat_waits_held" or "seat_waits") }
  end
  return html.b { class = "who", words:player(seat.player) }
end

-- Who sits where.
function waiting_parts.seats(room)
  local rows = {}
  for index, seat in ipairs(room.seats) do
    rows[index] = html.li { class = "seat-row seat-" .. seat.name,
      html.span { class = "chip seat-" .. seat.name },
      html.span { class = "quiet", seat_word(room, seat) },
      seat_name(room, seat),
      seat_badges(room, index, seat),
    }
  end
  return html.join(rows)
end

-- The seats that this browser may take: open ones, or the one it is invited to.
local function takeable(room)
  local open, held = {}, {}
  for index, seat in ipairs(room.seats) do
    if is_free(seat) then
      local list = seat.player == "held" and held or open
      list[#list + 1] = index
    end
  end
  if #held > 0 and room.session.is_invited then
    return {}, true
  end
  return open, #open > 0
end

local function seat_choice(room, open)
  local options = {}
  for index, seat in ipairs(open) do
    options[index] = html.label { class = "option",
      html.input { type = "radio", name = "seat", value = seat,
                   checked = index == 1 },
      html.span { class = "option-title", seat_word(room, room.seats[seat]) } }
  end
  return html.fieldset { class = "group",
    html.legend { room.session.words:say("which_seat") },
    html.div { class = "options across", options } }
end

-- What somebody is called. The script fills in the name that it remembers.
function waiting_parts.name(words)
  return form.field("name", words:say("your_name"), html.input {
    id = "name", name = "name", type = "text", required = true,
    maxlength = NAME_MAX, data_name = true, autocomplete = "nickname",
  }, words:say("your_name_says"))
end

-- What somebody may type for the shuffle, with what it is for. It stays in the
-- browser.
function waiting_parts.contribution(words)
  return html.details { class = "more", id = "join-contribution",
    html.summary { words:say("you_add") },
    form.field("contribution", words:say("type_contribution"), html.input {
      id = "contribution", name = "contribution", type = "text",
      maxlength = CONTRIBUTION_MAX, autocomplete = "off", data_private = true,
    }, words:say("adds_says")) }
end

-- The form to sit down; nothing for who sits, or when nothing is free.
function waiting_parts.join(room)
  local words = room.session.words
  local open, may_join = takeable(room)
  if room.session.seat or room.stage or room.over or not may_join then
    return html.join {}
  end
  return html.form { class = "form", data_js = "join", data_game = room.game,
    html.h2 { words:say("sit_down_title") },
    waiting_parts.name(words),
    #open > 1 and seat_choice(room, open),
    room.about.level == 1 and waiting_parts.contribution(words),
    html.div { class = "buttons",
      html.button { type = "submit", class = "button primary big",
                    words:say("sit_down") } },
  }
end

local function link_box(room, id, label, seat)
  local words = room.session.words
  return html.div { class = "link-box",
    html.span { class = "quiet link-for", label },
    html.input { id = id, readonly = true, aria_label = label,
                 data_invitation = room.game, data_seat = seat },
    html.button { type = "button", class = "button", data_js = "copy",
                  data_copy = "#" .. id, words:say("copy_link") } }
end

-- The links to give away: one of each held seat that nobody has, and one for the
-- seats that anybody may take. Only the script knows the invitations.
function waiting_parts.links(room)
  local words = room.session.words
  local boxes = {}
  for at, index in ipairs(waiting_room.linked(known(room))) do
    local seat = room.seats[index]
    boxes[at] = link_box(room, "link-" .. index,
                         words:say("link_for", { seat = seat_word(room, seat) }),
                         seat.player == "held" and index or nil)
  end
  local session = room.session
  local may_give = session.is_mine[room.game] or session.has_made
  if room.stage or room.over or #boxes == 0 or not may_give then
    return html.join { not room.stage and not room.over
                       and html.p { class = "quiet", words:say("wait_for_all") } }
  end
  return html.join { html.h2 { words:say("give_link") }, boxes,
                     html.p { class = "quiet", words:say("wait_for_all") } }
end

-- How far sealing has got, and the lock; nothing before it.
function waiting_parts.sealing(room)
  local words = room.session.words
  if not room.stage or room.over then
    return html.join {}
  end
  local steps, is_done = {}, true
  for number, step in ipairs(waiting_room.steps(known(room), words)) do
    steps[number] = html.li { class = step.is, step.says }
    is_done = step.is == "done"
  end
  local missing = waiting_room.missing(known(room), words)
  return html.join {
    html.p { words:say("sealing_says") },
    html.ol { class = "steps", steps },
    missing and html.p { class = "conflict", missing },
    room.ends and not is_done and html.p { class = "quiet",
      words:say("stage_time"), " ", html.span { data_clock_until = room.ends } },
    room.proquints and { html.p { class = "words-of-lock", data_lock = room.game,
                                  room.proquints },
                         html.p { class = "help", words:say("lock_says") } },
  }
end

-- Whether somebody could hear what is said here: people in other seats, who may
-- come yet.
local function has_others(room)
  for index, seat in ipairs(room.seats) do
    if is_person(seat) and index ~= room.session.seat then
      return true
    end
  end
  return false
end

local function has_talk(room)
  return #room.match.sayings > 0 or room.session.seat and has_others(room)
end

-- What was said, under a heading; nothing where nobody talks.
function waiting_parts.said(room)
  return html.join { has_talk(room) and {
    html.h2 { room.session.words:say("table_tab_talk") },
    html.raw('<ol class="said" id="said" data-scroll="end">'
             .. log.draw(talk.lines(room)) .. "</ol>"),
  } }
end

-- The line to type in.
function waiting_parts.say(room)
  return html.join { has_talk(room) and html.raw(talk.draw_form(room)) }
end

-- The rules of the game: the house rules with what they say, the clock, how its order
-- comes about.
function waiting_parts.rules(room)
  local lines, words, about = {}, room.session.words, room.about
  for index, rule in ipairs(game_words.rule_details(about, room.description, words)) do
    lines[index] = html.li { html.b { rule.title },
                             rule.says ~= "" and html.p { class = "quiet", rule.says } }
  end
  return html.join { html.h2 { words:say("this_game") },
    html.ul { class = "rules", lines,
      html.li { clocks.rule(about.clock, words) },
      html.li { game_words.order(about, room.seats, room.knows_givers, words) } } }
end

-- What else can be done.
function waiting_parts.tools(room)
  local words = room.session.words
  local may_leave = room.session.seat and not room.stage
  return html.join {
    may_leave and html.button { type = "button", class = "button",
      data_do = "leave", data_ask = words:say("leave_ask", {
        held = room.seats[room.session.seat].player == "held" }), words:say("leave") },
    html.a { class = "button plain", href = "/", words:say("to_lobby") },
  }
end

return waiting_parts
