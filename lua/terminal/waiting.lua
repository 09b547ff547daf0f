-- A game at a server before its first tile: who sits, the link to give away, and
-- how the order is sealed. The lock is shown until a key, or for a while.

local clocks     = require "castled.clocks"
local game_words = require "castled.game_words"
local json       = require "castled.json"
local link       = require "castled.link"
local message    = require "terminal.message"
local naming     = require "castled.naming"
local pages      = require "terminal.pages"
local palette    = require "terminal.palette"
local talk       = require "terminal.talk"
local text       = require "terminal.text"
local waiting_room = require "castled.waiting_room"

local STYLES = palette.STYLES

local LOCK_SECONDS = 15 -- that the lock is shown when nobody presses a key
local LEFT = 4
local COLUMNS_MAX = 100 -- of text

local waiting = {}
waiting.__index = waiting

function waiting.new(app, match)
  return setmetatable({ app = app, match = match, age = 0 }, waiting)
end

-- What is known of a game, as castled.waiting_room wants it.
local function known(match)
  return { seats = match.seats, stage = match.stage, seat = match.own_seat,
           knows_givers = match.knows_givers }
end

-- The links to give away: of each held seat that nobody has, and one for the
-- seats that anybody may take.
function waiting:links()
  local app, match = self.app, self.match
  local invitations, list = app.invitations[match.id] or {}, {}
  for _, index in ipairs(waiting_room.linked(known(match))) do
    if match.seats[index].player ~= "held" or invitations[index] then
      list[#list + 1] = link.write(app.settings.server, match.id,
                                   invitations[index])
    end
  end
  return list
end

-- What game.sealing says.
function waiting:take_sealing(sealing)
  local match = self.match
  match.stage = sealing.stage
  match.lock = json.value(sealing.lock) or match.lock
  match.proquints = json.value(sealing.proquints) or match.proquints
  self.attempt = json.value(sealing.attempt) or self.attempt
  if waiting_room.stage_number(match.stage) > 1 then
    self:ask_who()
  end
end

-- Asks who has given a secret: whoever was away has not.
function waiting:ask_who()
  local match = self.match
  self.app:call("game.about", { game = match.id }, function(failure, about)
    if not failure then
      match:take_seats(about.seats)
      match.knows_givers = true
    end
  end)
end

-- The game has begun: the board follows at once where there is no lock to see.
function waiting:begun()
  self.has_begun = true
  if not self.match.proquints or self.match.is_catching_up
     or not self.match.own_seat then
    self.app:to_board()
  end
end

function waiting:stop_asking()
end

function waiting:second()
  message.age(self, "note")
  if self.has_begun then
    self.age = self.age + 1
    if self.age >= LOCK_SECONDS then
      self.app:to_board()
    end
  end
end

local function add(cells, row, string, style)
  local columns = math.min(COLUMNS_MAX, cells.width - 2 * LEFT - 4)
  return cells:write_lines(LEFT + 2, row, text.wrap(string, columns), style)
end

-- What is said of who sits in a seat: you, away, no part in the shuffle.
local function seat_note(self, index)
  local parts = {}
  for at, key in ipairs(waiting_room.notes(known(self.match), index)) do
    parts[at] = self.app.words:say(key)
  end
  return #parts > 0 and "(" .. table.concat(parts, ", ") .. ")" or nil
end

local function draw_seats(self, cells, row)
  local words, match = self.app.words, self.match
  for index, seat in ipairs(match.seats) do
    local name = match.names[index]
    local is_taken = not naming.is_free(seat)
    local column = cells:write(LEFT + 2, row,
                               " " .. match:letter_of(name):upper() .. " ",
                               palette.player(name))
    column = cells:write(column + 1, row, text.pad(match:name_of(name), 10),
                         palette.player_text(name))
    column = cells:write(column + 1, row, game_words.who(seat, words),
                         is_taken and STYLES.strong or STYLES.faint)
    local note = seat_note(self, index)
    if note then
      cells:write(column + 1, row, note, STYLES.faint)
    end
    row = row + 1
  end
  return row + 1
end

-- Draws a link in one row, if that can be, since it is to be copied.
local function draw_link(cells, row, one)
  local left = math.max(0, math.min(LEFT + 2, cells.width - text.columns(one)))
  return cells:write_lines(left, row, text.wrap(one, cells.width - left),
                           STYLES.title)
end

local function draw_links(self, cells, row)
  local words = self.app.words
  local links = self:links()
  self.link = links[1]
  if #links == 0 then
    return add(cells, row, words:say("wait_for_others"), STYLES.text) + 1
  end
  row = add(cells, row, words:say("give_link"), STYLES.text) + 1
  for _, one in ipairs(links) do
    row = draw_link(cells, row, one)
  end
  return row + 1
end

local MARKS = { done = "✓ ", now = "▸ ", later = "  " }
local STEP_STYLES = { done = STYLES.good, now = STYLES.strong,
                      later = STYLES.faint }

local function draw_stages(self, cells, row)
  local words, room = self.app.words, known(self.match)
  for _, step in ipairs(waiting_room.steps(room, words)) do
    row = add(cells, row, MARKS[step.is] .. step.says, STEP_STYLES[step.is])
  end
  local missing = waiting_room.missing(room, words)
  if missing then
    row = add(cells, row, missing, STYLES.warning)
  end
  return row + 1
end

local function draw_lock(self, cells, row)
  local words, match = self.app.words, self.match
  if not match.proquints then
    return row
  end
  local columns = math.min(cells.width - 2 * LEFT - 4, 70)
  cells:fill(LEFT + 2, row, columns, 3, STYLES.box)
  cells:write(LEFT + 4, row + 1, match.proquints,
              { fg = palette.FRAME, bg = STYLES.box.bg, bold = true },
              LEFT + 2 + columns)
  return add(cells, row + 4, words:say("lock_write"), STYLES.text) + 1
end

-- The game goes on behind the lock: who is on turn, and what their clock shows.
local function draw_turn(self, cells, row)
  local match = self.match
  local turn = match.next_question or match.next_waiting
  if not turn then
    return row
  end
  local is_own = turn.seat == match.own_seat
  return add(cells, row, self.app.words:say(is_own and "lock_turn" or "lock_turn_of", {
    player = match:player_text(turn.seat), clock = (match:clock_text(turn.seat)),
  }), is_own and STYLES.warning or STYLES.strong) + 1
end

local function draw_what(self, cells, row)
  local words, match = self.app.words, self.match
  local about = match.about
  local rules = game_words.rules(about, match.description, words)
  row = add(cells, row, table.concat(rules, " · "), STYLES.faint)
  add(cells, row, clocks.rule(about.clock, words), STYLES.faint)
end

-- What is said last: what is wrong, or what somebody said.
local function draw_foot(self, cells)
  local app = self.app
  local line, style = app:connection_text() or self.trouble, STYLES.warning
  if not line and self.note then
    line, style = self.note, STYLES.good
  end
  local talked = self.match.talk
  if not line and #talked > 0 then
    line = self.match:saying_text(talked[#talked].saying)
    style = STYLES.strong
  end
  cells:write(LEFT, cells.height - 3, text.cut(line or "", cells.width - 8),
              style)
end

function waiting:draw(cells)
  local app, match = self.app, self.match
  local words = app.words
  local is_sealing = match.stage ~= nil
  local title = self.has_begun and "lock_title"
                or is_sealing and "sealing_title" or "waiting_title"
  cells:write(LEFT, 1, words:say(title), STYLES.title)
  local row = draw_seats(self, cells, 3)
  if self.has_begun then
    row = draw_turn(self, cells, row)
  end
  if is_sealing then
    row = draw_stages(self, cells, row)
    row = draw_lock(self, cells, row)
  elseif not self.has_begun then
    row = draw_links(self, cells, row)
  end
  if row < cells.height - 4 then
    draw_what(self, cells, row)
  end
  draw_foot(self, cells)
  local key = not match.own_seat and "watch_waiting_keys"
              or self.has_begun and "sealed_keys"
              or is_sealing and "sealing_keys"
              or self.link and "waiting_keys" or "waiting_keys_no_link"
  cells:write(LEFT, cells.height - 1,
              text.cut(words:say(key), cells.width - LEFT - 1), STYLES.faint)
end

local function leave(self)
  local app, match = self.app, self.match
  if not match.own_seat then
    app:leave_game()
    return
  end
  local has_clock = json.value(match.about.clock) ~= nil
  local is_held = match.seats[match.own_seat].player == "held"
  app:lay_over(pages.ask(app.words:say(match.stage and "leave_sealing"
                                       or "leave_waiting",
                                       { clock = has_clock, held = is_held }),
                         function() app:leave_game() end))
end

-- Ctrl-C: whoever has a seat is asked first.
function waiting:ask_out()
  if self.match.own_seat then
    self.app:ask_out(self.match)
  else
    self.app:leave()
  end
end

function waiting:key(event)
  self.note, self.trouble = nil, nil
  if self.has_begun and (event.key == "enter" or event.key == "space"
                         or event.mouse == "press") then
    self.app:to_board()
  elseif event.key == "enter" and self.link and not self.match.stage then
    self.app.tty:copy(self.link)
    self.note = self.app.words:say("link_copied")
  elseif event.key == "c" then
    talk.open(self.app, self.match)
  elseif event.key == "q" or event.key == "escape" then
    leave(self)
  end
end

return waiting
