-- The screen of a game that has begun, for who plays and who watches. It is told
-- what the daemon tells, asks for the view when a choice has been told through,
-- and sends the page what is different then.

local acts      = require "web.acts"
local frame     = require "web.frame"
local html      = require "web.html"
local json      = require "castled.json"
local log       = require "web.log"
local match_of  = require "web.match"
local parts     = require "web.parts"
local players   = require "web.players"
local positions = require "web.positions"
local question  = require "web.question"
local replay_of = require "web.replay"
local talk      = require "web.talk"
local telling   = require "web.telling"
local uv        = require "luv"

local SENTENCES_MAX = 6 -- that are read out after a choice

-- What is said when somebody else does it.
local NEWS = {
  ["game.draw_offered"] = "table_draw_offered",
  ["game.draw_declined"] = "table_draw_declined",
  ["game.rematch_offered"] = "table_rematch_offered",
}

local table_screen = {}
table_screen.__index = table_screen

-- The screen of a game for a session (session.lua); `about` and `description` as
-- game.about and rulesets.describe give them.
function table_screen.new(session, about, description)
  local self = setmetatable({
    session = session, opened = {}, told_until = 0, said_until = 0,
    match = match_of.new { game = about.game, about = about,
                           description = description, seat = session.seat },
  }, table_screen)
  self:speak()
  return self
end

-- Takes over the session's language.
function table_screen:speak()
  local session = self.session
  self.words, self.language = session.words, session.words.language
  self.wording = session:wording(self.match.description)
  self.memory = {}
end

-- Telling ---------------------------------------------------------------------

-- Takes a notification of the game.
function table_screen:take(method, params)
  local match = self.match
  if method == "game.left" then
    positions.forget(match.id)
    return
  end
  local what_follows = match:take(method, params)
  if match.is_catching_up then
    self.session:owe()
  end
  if method == "game.undone" then
    self.told_until = math.min(self.told_until, params.entry)
    self.was_undone = true
  elseif NEWS[method] and not match.is_catching_up and params.seat ~= match.seat then
    local text = self.words:say(NEWS[method], { player = players.name(match,
      params.seat, self.words, self.wording) })
    self.session:send { notice = { text = text, kind = "info" }, say = text }
  end
  if what_follows == "settled" then
    match.is_catching_up = false
    self:settle()
  elseif what_follows == "changed" and not match.is_catching_up then
    self:update()
  end
end

-- Asks for the position that the match is at, and shows it. One that the game
-- has left meanwhile is not shown.
function table_screen:settle()
  if self.is_fetching then
    return
  end
  local match = self.match
  local key, viewpoint = match:key(), match:viewpoint()
  self.is_fetching = true
  positions.fetch(match, self.session, self.session:for_screen(
    function(failure, position)
      self.is_fetching = false
      if key ~= match:key() or viewpoint ~= match:viewpoint() then
        self:settle()
      elseif failure and not self.position then
        self.session:fail(failure)
      else
        self.position = position or self.position
        self:update()
      end
    end))
end

-- The browser sits in a seat now, or watches.
function table_screen:seated(seat)
  if seat ~= self.match.seat then
    self.match.seat = seat
    self.position, self.shown = nil, nil
    if not self.match.is_catching_up then
      self:settle()
    end
  end
end

-- Showing -----------------------------------------------------------------------

function table_screen:open()
  self:draw()
end

-- Draws all anew; nothing, before it is known how the game stands.
function table_screen:draw()
  self:speak()
  self.shown, self.title, self.asked = nil, nil, nil
  if self.position then
    self:update()
  end
end

-- The title of the page: whose turn it is, if it is one's own.
local function title_of(self)
  local name = self.words:title(self.match.description.title)
  return self.match:is_asked()
         and self.words:say("table_title_turn", { game = name }) or name
end

-- The time since 1970.
local function calendar_ms()
  local seconds, microseconds = uv.gettimeofday()
  return seconds * 1000 + microseconds // 1000
end

-- Adds what is asked, as the script wants it; null when nothing is any more.
local function add_question(self, message)
  local asked = self.match:is_asked() and self.match.question or nil
  if asked ~= self.asked or not self.shown then
    message.question = asked and question.message(asked, self.position.view,
      function() return self.position:read() end) or json.null
    if asked and not (self.asked and self.asked.seq == asked.seq) and self.shown
       and not self.was_asked then
      message.sound = "turn"
    end
    self.asked = asked
  end
  self.was_asked = asked ~= nil
end

-- Adds what has happened since, to be read out.
local function add_sentences(self, message)
  local events, list = self.match.story.events, {}
  list[1] = self.was_undone and self.words:say("table_undone") or nil
  self.was_undone = nil
  local first = math.max(self.told_until + 1, #events - SENTENCES_MAX + 1)
  for index = self.shown and first or #events + 1, #events do
    list[#list + 1] = log.line(self, events[index]).text
  end
  self.told_until = #events
  if message.question and message.question ~= json.null then
    list[#list + 1] = telling.question(self, self.asked)
  end
  local sayings = self.match.sayings
  for index = self.shown and self.said_until + 1 or #sayings + 1, #sayings do
    if sayings[index].seat ~= self.match.seat then
      local text = talk.text(self, sayings[index])
      list[#list + 1] = text
      message.notice = { text = text, kind = "info" }
    end
  end
  self.said_until = #sayings
  message.say = #list > 0 and table.concat(list, " ") or nil
end

-- Sends what is different from what the page shows; all of it when it shows
-- nothing of the game yet.
function table_screen:update()
  local ends_now = false
  if not self.position then
    return
  elseif self.match.over and not self.replay then
    self.replay = replay_of.new(self, function() self:update() end)
    ends_now = self.shown ~= nil
  end
  local now, message = parts.now(self), { sound = ends_now and "over" or nil }
  if self.shown then
    local list = parts.changes(self.shown, now, self.language)
    message.show = #list > 0 and list or nil
  else
    self.session:frame(html.raw(frame.draw(self, now)))
  end
  local title = title_of(self)
  if title ~= self.title then
    message.title, self.title = title, title
  end
  if self.match.clocks ~= self.clocks then -- they are told by the server's time
    self.clocks = self.match.clocks
    message.now = json.value(self.clocks["until"]) and calendar_ms() or nil
  end
  add_question(self, message)
  add_sentences(self, message)
  self.shown = now
  if next(message) then
    self.session:send(message)
  end
end

-- Shows a part that was not shown before: `operation` draws it as it is `now`
-- (parts.now).
function table_screen:show_more(now, operation)
  local list = parts.changes(self.shown, now, self.language)
  list[#list + 1] = operation
  self.shown = now
  self.session:show(list)
end

-- Doing -------------------------------------------------------------------------

-- Does what a button or a form says. Whether it was one of the table's.
function table_screen:act(what, value, values)
  local act = acts[what]
  if act and self.shown then
    act(self, value, values)
  end
  return act ~= nil
end

function table_screen:close()
  if self.replay then
    self.replay:close()
  end
end

return table_screen
