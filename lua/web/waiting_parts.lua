-- The parts of the waiting room as HTML; `room` is the screen (waiting.lua).

local form = require "web.form"
local html = require "web.html"
local json = require "castled.json"

local waiting_parts = {}

-- The stages of sealing, in their order.
local STAGES = { "commit", "agree", "reveal" }
local NUMBERS = { commit = 1, agree = 2, reveal = 3, done = 4 }

local NAME_MAX = 40 -- characters
local CONTRIBUTION_MAX = 120

local function is_person(seat)
  return seat.player == "human" or seat.player == "held"
end

local function is_free(seat)
  return is_person(seat) and not json.value(seat.who)
end

local function seat_word(room, seat)
  return room.session:wording(room.description):word("seats", seat.name)
end

-- Seats ----------------------------------------------------------------------------

-- What is said of who sits in a seat: you, away, no part in the shuffle.
local function seat_badges(room, index, seat)
  local words = room.session.words
  local badges = {}
  local function add(key, class)
    badges[#badges + 1] = html.span { class = "badge " .. class, words:say(key) }
  end
  if index == room.session.seat then
    add("that_is_you", "good")
  elseif json.value(seat.who) and seat.here == false then
    add("away", "warn")
  end
  if not is_person(seat) then
    add("badge_bot", "quiet")
  elseif room.knows_givers and json.value(seat.who) and not seat.contributes then
    add("gave_nothing", "warn")
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

-- Sitting down ---------------------------------------------------------------------

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
  if room.session.seat or room.stage or not may_join then
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

-- Links ----------------------------------------------------------------------------

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
  local boxes, has_open = {}, false
  for index, seat in ipairs(room.seats) do
    if is_free(seat) and index ~= room.session.seat then
      local label = words:say("link_for", { seat = seat_word(room, seat) })
      if seat.player == "held" then
        boxes[#boxes + 1] = link_box(room, "link-" .. index, label, index)
      elseif not has_open then
        has_open = true
        boxes[#boxes + 1] = link_box(room, "link-" .. index, label)
      end
    end
  end
  local session = room.session
  local may_give = session.is_mine[room.game] or session.has_made
  if room.stage or #boxes == 0 or not may_give then
    return html.join { not room.stage
                       and html.p { class = "quiet", words:say("wait_for_all") } }
  end
  return html.join { html.h2 { words:say("give_link") }, boxes,
                     html.p { class = "quiet", words:say("wait_for_all") } }
end

-- Sealing --------------------------------------------------------------------------

-- Whether somebody who sits has given no secret.
local function is_without_some(room)
  for _, seat in ipairs(room.seats) do
    if room.knows_givers and is_person(seat) and not seat.contributes then
      return true
    end
  end
  return false
end

-- How far sealing has got, and the lock; nothing before it.
function waiting_parts.sealing(room)
  local words = room.session.words
  if not room.stage then
    return html.join {}
  end
  local at = NUMBERS[room.stage] or 1
  local steps = {}
  for number, stage in ipairs(STAGES) do
    steps[number] = html.li {
      class = number < at and "done" or number == at and "now" or "later",
      words:say("stage_" .. stage, { without = is_without_some(room) }) }
  end
  return html.join {
    html.p { words:say("sealing_says") },
    html.ol { class = "steps", steps },
    room.ends and at < NUMBERS.done and html.p { class = "quiet",
      words:say("stage_time"), " ", html.span { data_clock_until = room.ends } },
    room.proquints and { html.p { class = "words-of-lock", room.proquints },
                         html.p { class = "help", words:say("lock_says") } },
  }
end

-- The rest -------------------------------------------------------------------------

-- The rules of the game.
function waiting_parts.rules(room)
  local lines = {}
  for index, line in ipairs(room:rule_lines()) do
    lines[index] = html.li { line }
  end
  return html.join { html.h2 { room.session.words:say("this_game") },
                     html.ul { class = "plain-list", lines } }
end

-- What else can be done.
function waiting_parts.tools(room)
  local words = room.session.words
  local may_leave = room.session.seat and not room.stage
  return html.join {
    may_leave and html.button { type = "button", class = "button",
      data_do = "leave", data_ask = words:say("leave_ask"), words:say("leave") },
    html.a { class = "button plain", href = "/", words:say("to_lobby") },
  }
end

return waiting_parts
