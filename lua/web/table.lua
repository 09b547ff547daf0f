-- The screen of a game that has begun, for who plays and who watches. It is told
-- what the daemon tells, asks for the view when a choice has been told through,
-- and sends the page what is different then.

local acts      = require "web.acts"
local calendar  = require "castled.calendar"
local frame     = require "web.frame"
local html      = require "web.html"
local json      = require "castled.json"
local log       = require "web.log"
local match_of  = require "web.match"
local naming    = require "web.naming"
local parts     = require "web.parts"
local players   = require "web.players"
local positions = require "web.positions"
local question  = require "web.question"
local replay_of = require "web.replay"
local talk      = require "web.talk"
local telling   = require "web.telling"

local SENTENCES_MAX = 6 -- that are read out after a choice
local TOO_MUCH = 6      -- an error's code
local AGAIN_MS = 2000

-- What is said when somebody else does it.
local NEWS = {
  ["game.draw_offered"] = "table_draw_offered",
  ["game.draw_declined"] = "table_draw_declined",
  ["game.rematch_offered"] = "table_rematch_offered",
  ["game.rematch_declined"] = "table_rematch_declined",
}

-- The message about it: who is asked to play again can answer there. The offer of a
-- draw has none: it stands in the page until it is answered.
local function notice_of(self, method, text)
  if method == "game.draw_offered" then
    return nil
  elseif method == "game.rematch_offered" and self.match.seat then
    return { text = text, kind = "stays", game = self.match.id, acts = {
      { what = "rematch", text = self.words:say("table_rematch_accept") },
      { what = "rematch", value = "no",
        text = self.words:say("table_rematch_decline") } } }
  end
  return { text = text, kind = "info" }
end

local table_screen = {}
table_screen.__index = table_screen

-- The screen of a game for a session (session.lua); `about` and `description` as
-- game.about and rulesets.describe give them.
function table_screen.new(session, about, description)
  local self = setmetatable({
    session = session, opened = {}, told_until = 0, said_until = 0, wishes_told = {},
    since = calendar.ms(),
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
  naming.call(self)
end

-- Takes back what was said beside the game and is so no more: the lock, when it is
-- opened; a question to play again, when it is answered or who asked has left.
local function settle_notices(self, method)
  local match, asker = self.match, self.asked_by
  local seat = asker and match.seats[asker]
  local is_done = method == "game.rematch" or method == "game.rematch_declined"
                  or match.seat and match.wants_rematch
                     and match.wants_rematch[match.seat]
  if method == "game.over" or seat and (is_done or seat.here == false) then
    self.asked_by = nil
    self.session:send { settled = match.id }
  end
end

-- Whether it was told already that a seat would play again: whoever comes back hears
-- it anew. Once it is declined, it may be asked again.
local function is_known(self, method, seat)
  local wishes = self.wishes_told
  local was_told = wishes[seat]
  if method == "game.rematch_offered" then
    wishes[seat] = true
  elseif method == "game.rematch_declined" then
    self.wishes_told = {}
  end
  return method == "game.rematch_offered" and was_told
end

-- Somebody has offered or declined something. What was told before the page was
-- drawn is no news, and stands in it.
local function tell_news(self, method, seat)
  local match = self.match
  if is_known(self, method, seat) or not self.position or match.is_catching_up
     or seat == match.seat then
    return
  end
  local text = self.words:say(NEWS[method], {
    player = players.name(match, seat, self.words, self.wording) })
  local notice = notice_of(self, method, text)
  self.asked_by = notice and notice.acts and seat or self.asked_by
  self.session:send { say = text, notice = notice }
end

-- It was over before the first tile, so there is no table to show.
local function to_waiting(self, over)
  local match = self.match
  local room = require("web.waiting").new(self.session, match.about,
                                          match.description)
  self.session:enter(room)
  room:take("game.over", over)
end

-- Takes a notification of the game.
function table_screen:take(method, params)
  local match = self.match
  local what_follows = match:take(method, params)
  if method == "game.over" then
    if #match.story.events == 0 then
      to_waiting(self, params)
      return
    end
  end
  if match.is_catching_up then
    self.session:owe()
  end
  if method == "game.undone" then
    self.told_until = math.min(self.told_until, params.entry)
    self.was_undone = true
  elseif NEWS[method] then
    tell_news(self, method, params.seat)
  end
  settle_notices(self, method)
  if what_follows == "settled" then
    match.is_catching_up = false
    self:settle()
  elseif what_follows == "changed" and not match.is_catching_up then
    self:update()
  end
end

-- Whether the position is asked for again, later and once: too much was asked just
-- now.
local function asks_again(self, failure, key)
  if self.has_failed or failure.code ~= TOO_MUCH then
    return false
  end
  self.has_failed = true
  local session = self.session
  session.shared:later(AGAIN_MS, session:for_screen(function()
    if key == self.match:key() then
      self:settle()
    end
  end))
  return true
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
      elseif failure and asks_again(self, failure, key) then
        return
      elseif failure and not self.position then
        self.session:fail(failure)
      else
        self.has_failed = failure ~= nil
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
    if talk.is_news(self, sayings[index]) then
      local text = talk.text(self, sayings[index])
      list[#list + 1] = text
      message.notice = { text = text, kind = "info", tab = "talk" }
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
  naming.call(self)
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
    local stop = self.clocks and json.value(self.clocks["until"])
    message.now = stop and calendar.ms() or nil
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
