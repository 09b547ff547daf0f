-- A game as one viewer knows it: what was told of it, in its order. What it
-- looks like is in a position (positions.lua). It draws nothing and asks nobody.
--
-- Whoever comes late, or comes back, is told everything from the first event on;
-- until the end of that, `is_catching_up` says, nothing of it is news.

local draw_offer = require "castled.draw_offer"
local drawing  = require "castled.drawing"
local json     = require "castled.json"
local naming   = require "castled.naming"
local story_of = require "castled.story"

local match = {}
match.__index = match

-- `place` has the game's id, what game.about and rulesets.describe say of it,
-- and the own seat, if there is one.
function match.new(place)
  local about = place.about
  local self = setmetatable({
    id = place.game, about = about, description = place.description,
    seat = place.seat, seats = about.seats or {}, names = {},
    story = story_of.new(), sayings = {},
    proquints = json.value(about.proquints), next = json.value(about.next),
    last_seq = 0, is_catching_up = true,
  }, match)
  for index, name in ipairs(place.description.seats or {}) do
    self.names[index] = name
  end
  return self
end

-- Each takes the fields of a notification. What is returned is how much follows:
-- "settled", all of a choice has been told and the view is another one;
-- "changed", something beside the board; nil, more is to come.
local takers = {}

takers["game.event"] = function(self, event)
  local entry = event.entry or #self.story.events + 1
  if entry == 1 and #self.story.events > 0 then
    self:forget() -- all is told again
  end
  if entry > #self.story.events then
    self.story:add(event)
    self.question, self.waiting = nil, nil
  end
  return nil
end

takers["game.undone"] = function(self, undone)
  self.story:cut(undone.entry)
  self.told, self.told_until = nil, 0
  self.question, self.waiting = nil, nil
  return nil
end

takers["game.waiting"] = function(self, waiting)
  self.waiting, self.last_seq, self.clocks = waiting, waiting.seq, waiting
  if self.question and self.question.seq ~= waiting.seq then
    self.question = nil
  end
  return "settled"
end

takers["game.question"] = function(self, question)
  self.question, self.last_seq = question, question.seq
  return "settled"
end

takers["game.over"] = function(self, over)
  self.over, self.question, self.waiting = over, nil, nil
  self.clocks = nil -- nobody's runs any more
  self.wants_rematch, self.declined_rematch = nil, nil
  self.next = nil -- it is told next, if it is still there
  return "settled"
end

takers["game.seats"] = function(self, params)
  self.seats = params.seats
  return "changed"
end

takers["game.said"] = function(self, saying)
  local last = self.sayings[#self.sayings] -- the first of many is not told
  if last and saying.number <= last.number then
    return nil
  end
  self.sayings[#self.sayings + 1] = saying
  return "changed"
end

takers["game.sealing"] = function(self, params)
  self.proquints = json.value(params.proquints) or self.proquints
  return "changed"
end

takers["game.draw_offered"] = function()
  return "changed"
end

takers["game.draw_accepted"] = takers["game.draw_offered"]
takers["game.draw_declined"] = takers["game.draw_offered"]

takers["game.rematch_offered"] = function(self, params)
  self.wants_rematch = self.wants_rematch or {}
  self.wants_rematch[params.seat] = true
  self.declined_rematch = nil
  return "changed"
end

takers["game.rematch_declined"] = function(self, params)
  self.wants_rematch, self.declined_rematch = nil, params.seat
  return "changed"
end

takers["game.rematch"] = function(self, params)
  self.next = params.next
  return "changed"
end

-- Takes a notification: "settled", "changed" or nil.
function match:take(method, params)
  local taker = takers[method]
  draw_offer.take(self, method, params)
  return taker and taker(self, params)
end

-- Forgets what has happened: it is about to be told again.
function match:forget()
  self.story = story_of.new()
  self.told, self.told_until = nil, 0
  self.question, self.waiting, self.over = nil, nil, nil
  self.is_catching_up = true
end

-- What events tell that views do not, as drawings want it.
function match:told_by_events()
  local events = self.story.events
  for index = (self.told_until or 0) + 1, #events do
    self.told = drawing.tell(self.told, events[index])
  end
  self.told_until = #events
  return self.told
end

-- Whose position this is: a seat, or 0 for all who watch.
function match:viewpoint()
  return self.seat or 0
end

-- What the position is called: the question that it waits at.
function match:key()
  return self.last_seq .. (self.over and "!" or "")
end

-- Whether the player of this page is asked now.
function match:is_asked()
  return self.question ~= nil and self.question.seat == self.seat
end

-- The seat that is asked now, or nil.
function match:seat_asked()
  return self.question and self.question.seat
         or self.waiting and self.waiting.seat or nil
end

-- Whether a seat is a bot's.
function match:is_bot(seat)
  local about = self.seats[seat]
  return about ~= nil and about.player ~= nil and not naming.is_person(about)
end

return match
