-- The seats of a bot, in any number of games: which question is thought about,
-- and how the answer is given.
--
-- A kind of bot is a function choose(question, ask, decide), see random.lua and
-- steward.lua. Questions are thought about in the order in which they came, so
-- no game waits for more than one thought of each other; some at a time, since
-- most of a thought is waiting for the daemon.

local uv = require "luv"

local SCRIPT_FAILED = 4 -- the protocol's codes of errors
local STORE_FAILED = 5
local TOO_MUCH = 6
local OUT_OF_DATE = { [1] = true, [3] = true } -- a game that has gone; a
                                               -- question that was answered,
                                               -- or taken back
local AGAIN_MS = 1000
local AGAIN_MAX = 10 -- times, for what nobody has thought of
local THOUGHTS_MAX = 16

local seats = {}
seats.__index = seats

-- `say` is given what an operator should know, as string.format takes it.
function seats.new(choose, connection, say)
  return setmetatable({
    choose = choose, connection = connection, say = say,
    queue = {}, first = 1, last = 0, -- ids of games
    asked = {}, -- by game, the newest question that nobody thinks about yet
    thoughts = 0, -- that are not at their end
  }, seats)
end

-- Takes a game.question.
function seats:take(question)
  local game = question.game
  if not self.asked[game] then
    self.last = self.last + 1
    self.queue[self.last] = game
  end
  self.asked[game] = question
  self:think()
end

local function later(body)
  local timer = uv.new_timer()
  timer:start(AGAIN_MS, 0, function()
    timer:close()
    body()
  end)
end

-- Asks for what a thought needs; what is too much for now is asked again.
function seats:ask(method, params, done)
  self.connection:call(method, params, function(failure, result)
    if failure and failure.code == TOO_MUCH then
      later(function() self:ask(method, params, done) end)
    else
      done(failure, result)
    end
  end)
end

-- Thinks about the next questions, if there are any.
function seats:think()
  while self.thoughts < THOUGHTS_MAX and self.first <= self.last do
    local game = self.queue[self.first]
    self.queue[self.first] = nil
    self.first = self.first + 1
    local question = self.asked[game]
    self.asked[game] = nil
    self.thoughts = self.thoughts + 1
    self.choose(question, function(method, params, done)
      self:ask(method, params, done)
    end, function(index)
      self.thoughts = self.thoughts - 1
      self:answer(question, index, #question.choices - 1, AGAIN_MAX)
      self:think()
    end)
  end
end

-- Makes a choice. Where the rules fail on it any other is made instead, of
-- which `others` are left. A store that fails is asked again, and who refuses it
-- for another reason too, `again` times more: else the game would stand still.
function seats:answer(question, index, others, again)
  local params = { game = question.game, seq = question.seq,
                   seat = question.seat, index = index }
  self.connection:call("game.choose", params, function(failure)
    if not failure or OUT_OF_DATE[failure.code] then
      return
    elseif failure.code == STORE_FAILED or failure.code == TOO_MUCH then
      later(function() self:answer(question, index, others, again) end)
    elseif failure.code == SCRIPT_FAILED and others > 0 then
      self:answer(question, (index + 1) % #question.choices, others - 1, again)
    else
      self.say("game %s, question %d, choice %d: %s", question.game,
               question.seq, index, failure.message)
      if failure.code ~= SCRIPT_FAILED and again > 0 then
        later(function() self:answer(question, index, others, again - 1) end)
      end
    end
  end)
end

return seats
