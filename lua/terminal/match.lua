-- A game that is played, as the terminal follows it: its words, its board, what
-- has happened, what is asked. Events are shown one after the other, each for
-- its time; then the host's view takes the place of what they made of the last
-- one. It draws nothing.

local board_of = require "castled.board"
local calendar = require "castled.calendar"
local castle   = require "castled.castle"
local changes  = require "castled.castle_events"
local choices  = require "castled.choices"
local clocks   = require "castled.clocks"
local json     = require "castled.json"
local naming   = require "castled.naming"
local scene_of = require "terminal.scene"
local story_of = require "castled.story"
local telling  = require "castled.telling"
local uv       = require "luv"
local wording  = require "castled.wording"
local words    = require "terminal.words"

local match = {}
match.__index = match

-- Seconds that an event is shown: what others do, and what points bring.
local TIMES = {
  tile_drawn = 0.5, tile_set_aside = 1.5, tile_placed = 0.9,
  follower_placed = 0.8, feature_scored = 2.0, wall_tile_taken = 2.2,
  wall_tile_played = 1.2, keep_moved = 1.0, follower_returned = 0.3,
  extra_turn = 1.0, final_scored = 1.8, keeps_equal = 1.8,
  wall_tile_left = 1.8,
}
local OWN = { tile_drawn = true, tile_placed = true, follower_placed = true }
local COUNTING = 0.6 -- of an event's time points are counted up

-- A game by its id; `seats` as game.create gives them. All its people are at
-- this terminal, until match:sit_at says otherwise.
function match.new(id, seats, description, language)
  local self = setmetatable({ id = id, seats = seats, names = {},
                              description = description, story = story_of.new(),
                              queue = {}, is_ours = {}, last_seq = 0 }, match)
  for index, seat in ipairs(seats) do
    self.names[index] = seat.name
    self.is_ours[seat.name] = seat.player == "human"
  end
  self.board = board_of.new(description)
  self.track = description.name == "castle" and castle.track(self.board) or nil
  self.scene = scene_of.new(self.board, self.track)
  self.view = changes.initial(self.names, self.track)
  self:speak(language)
  return self
end

-- Changes the language.
function match:speak(language)
  self.wording = wording.new(self.description, language)
  self.words = words.new(language)
  self:take_seats(self.seats)
  local taken = {}
  self.letters = {}
  for index, name in ipairs(self.names) do
    local letter = self.wording:word("seats", name):sub(1, 1):lower()
    letter = (taken[letter] or letter:byte() > 127) and tostring(index)
             or letter
    taken[letter] = true
    self.letters[name] = letter
  end
end

function match:letter_of(player)
  return self.letters[player] or "?"
end

-- What a follower is called by the kind that it stands on, without an article.
function match:role_word(kind)
  return self.wording:word("role_in", kind):match("%S+$") or kind
end

-- A follower's letter by the kind that it stands on.
function match:role_of(kind)
  return self:role_word(kind):sub(1, 1):upper()
end

function match:name_of(player)
  return self.wording:word("seats", player)
end

-- Who sits where. At a server sentences call them by their names (`named`: the
-- game's words with those; `called`: the names, by seat's name); at this machine
-- by their colours.
function match:take_seats(seats)
  self.seats = seats
  self.called = self.is_remote
                and naming.names(seats, self.description, self.words) or {}
  self.named = naming.wording(self.wording, self.called)
end

-- The game is at a server: only `seat` is at this terminal; nil, none is.
function match:sit_at(seat)
  self.is_remote, self.own_seat, self.is_ours = true, seat, {}
  self:take_seats(self.seats)
  if seat then
    self.is_ours[self.names[seat]] = true
  end
  self.clocks = self.clocks or clocks.new()
  self.talk = self.talk or {}
end

-- Who sits in a seat, by the name they gave, or which bot; nil at this machine,
-- or when nobody does.
function match:who(seat)
  local about = self.is_remote and self.seats[seat]
  return about and naming.who(about, self.words)
end

-- What sentences call a player.
function match:player_text(seat)
  return self.named:word("seats", self.names[seat])
end

-- What an event tells.
function match:event_text(event)
  return telling.event(self.named, event, self.story.events, self.called,
                       self.words)
end

function match:add_event(event)
  self.story:add(event)
  self.queue[#self.queue + 1] = event
  self.question, self.waiting = nil, nil
end

-- A question for somebody here.
function match:add_question(question)
  self.next_question, self.next_waiting = question, nil
  self.question, self.waiting = nil, nil
  self.last_seq = question.seq
end

-- A question for somebody elsewhere.
function match:add_waiting(waiting)
  self.next_question, self.next_waiting = nil, waiting
  self.question, self.waiting = nil, nil
  self.last_seq = waiting.seq
end

-- What game.waiting says of the clocks.
function match:take_clocks(waiting)
  self.clocks:take(waiting, uv.now(), calendar.ms())
end

-- The clocks stand still as they are shown while nothing is heard of the server,
-- which may stand still itself.
function match:hold_clocks(are_held)
  if self.clocks then
    self.clocks:hold(are_held, uv.now())
  end
end

-- It is over.
function match:finish(over)
  self.over = over
  if self.clocks then
    self.clocks:stop()
  end
end

-- What a seat's clock shows, as text, and whether that is short; nil where there
-- is none.
function match:clock_text(seat)
  local left = self.clocks and self.clocks:left(seat, uv.now())
  local late = clocks.late_ms(self.about and self.about.clock)
  return left and clocks.text(left), left and late and left < late
end

-- Something that somebody said; it stands in the log behind what has happened
-- so far.
function match:add_saying(saying)
  self.talk[#self.talk + 1] = { saying = saying,
                                after = #self.story.events }
end

-- What has happened and what was said, in one order: { event = } or
-- { saying = }.
function match:history()
  local list, talked = {}, self.talk or {}
  local at = 1
  local function add_said(index)
    while talked[at] and talked[at].after <= index do
      list[#list + 1] = talked[at]
      at = at + 1
    end
  end
  add_said(0)
  for index, event in ipairs(self.story.events) do
    list[#list + 1] = { event = event }
    add_said(index)
  end
  add_said(math.maxinteger)
  return list
end

function match:saying_text(saying)
  local name = self.names[saying.seat]
  return (json.value(saying.who) or name and self:name_of(name) or "?")
         .. ": " .. saying.text
end

-- Forgets what was taken back.
function match:undone(entry)
  self.story:cut(entry)
  self.queue, self.current = {}, nil
  self.over, self.over_is_told = nil, nil
end

-- Takes over the host's view.
function match:take_view(view)
  self.view = view
  self.board:read(view)
end

local function time_of(self, event)
  local time = TIMES[event.event] or 0
  if OWN[event.event] and self.is_ours[event.player] then
    time = 0
  end
  return time
end

local function begin(self, event)
  changes.apply(self.view, self.names, event)
  self.board:read(self.view)
  self.current = { event = event, passed = 0, time = time_of(self, event) }
end

-- Whether events are still to be shown.
function match:is_telling()
  return self.current ~= nil or #self.queue > 0
end

-- Lets time pass.
function match:advance(seconds)
  if self.current then
    self.current.passed = self.current.passed + seconds
    if self.current.passed < self.current.time then
      return
    end
    self.current = nil
  end
  while not self.current and #self.queue > 0 do
    begin(self, table.remove(self.queue, 1))
    if self.current.time == 0 then
      self.current = nil
    end
  end
end

-- Shows all that is left at once.
function match:skip()
  while self:is_telling() do
    self:advance(1000)
  end
end

-- How far the event that is shown has come, from 0 to 1, in its counting.
local function counted(self)
  local current = self.current
  return math.min(1, current.passed / (current.time * COUNTING))
end

-- The score of a seat as it is shown: on its way while points are counted.
function match:score(seat)
  local player = self.view.game.players and self.view.game.players[seat]
  local score = player and player.score or 0
  local event = self.current and self.current.event
  if event and event.player == self.names[seat] and event.score_after then
    return event.score_before
           + math.floor(counted(self) * event.points + 0.5)
  end
  return score
end

-- The wall tile that is being turned over: its tower, its kind, and how far it
-- has come; or nil.
function match:turning()
  local event = self.current and self.current.event
  if event and event.event == "wall_tile_taken" then
    return event.space, event.kind, counted(self)
  end
  return nil
end

-- The feature of `kind` that covers the spaces, or nil.
local function feature_on(board, kind, spaces)
  local first = spaces and spaces[1]
  local laid = first and board:laid(first[1], first[2])
  for _, node in pairs(laid and laid.nodes or {}) do
    local feature = node.kind == kind and board:feature(node)
    if feature and #feature.spaces == #spaces then
      return feature
    end
  end
  return nil
end

-- What of the board the event that is shown is about: a feature, a space.
function match:shown()
  local event = self.current and self.current.event
  if not event then
    return nil
  end
  local feature = feature_on(self.board, event.kind or event.reason,
                             event.spaces)
  local space = event.x and { x = event.x, y = event.y }
                or event.spaces and event.spaces[1]
                   and { x = event.spaces[1][1], y = event.spaces[1][2] }
  return feature, space or nil
end

-- The tile that was drawn and not laid yet, or nil.
function match:drawn()
  return self.board.tiles[self.view.game.drawn or ""]
end

-- A choice of the question in the game's words.
function match:choice_text(index)
  local question = self.question
  local told = choices.told(self.board, question.choices[index + 1])
  return self.named:choice(question.step, told)
end

function match:question_text()
  return telling.question(self.named, self.question, self.view, self.words)
end

-- The sentence of the event that is shown, or of the last one that is told.
function match:sentence()
  local event = self.current and self.current.event
                or self.story.events[#self.story.events]
  return event and self:event_text(event) or ""
end

-- The result, in a sentence.
function match:result_text()
  return self:event_text(self.story:ending(self.over))
end

return match
