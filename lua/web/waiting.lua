-- A game before its first tile: who sits, the links to give away, how one sits
-- down, what those who wait say to each other, and how the order is sealed. When
-- the game begins the table follows.

local calendar      = require "castled.calendar"
local html          = require "web.html"
local json          = require "castled.json"
local lock          = require "web.lock"
local match_of      = require "web.match"
local talk          = require "web.talk"
local waiting_parts = require "web.waiting_parts"

local waiting = {}
waiting.__index = waiting

function waiting.new(session, about, description)
  return setmetatable({
    session = session, about = about, description = description,
    game = about.game, seats = about.seats, stream = {}, since = calendar.ms(),
    proquints = json.value(about.proquints),
    match = match_of.new { game = about.game, about = about,
                           description = description, seat = session.seat },
  }, waiting)
end

function waiting:open()
  self:draw()
end

local function title_key(self)
  return self.over and "ended_title" or self.stage and "sealing_title"
         or "waiting_title"
end

function waiting:draw()
  local words = self.session.words
  self.words, self.wording = words, self.session:wording(self.description)
  self.session:frame(html.div { class = "sheet narrow waiting",
    html.h1 { id = "waiting-title" },
    html.div { id = "waiting-end" },
    html.ul { class = "seats", id = "waiting-seats" },
    html.section { class = "part", id = "waiting-join" },
    html.section { class = "part", id = "waiting-links" },
    html.section { class = "part", id = "waiting-sealing" },
    html.section { class = "part", id = "waiting-said" },
    html.section { class = "part", id = "waiting-say" },
    html.section { class = "part", id = "waiting-rules" },
    html.div { class = "buttons", id = "waiting-tools" },
  })
  self.session:send { title = words:title(self.about.title) .. " · "
                              .. words:say(title_key(self)) }
  self:draw_parts()
end

-- Draws what has changed.
function waiting:draw_parts()
  local session = self.session
  session:part("waiting-title",
               html.join { session.words:say(title_key(self)) })
  session:part("waiting-end", waiting_parts.ending(self))
  session:part("waiting-seats", waiting_parts.seats(self))
  session:part("waiting-join", waiting_parts.join(self))
  session:part("waiting-links", waiting_parts.links(self))
  session:part("waiting-sealing", waiting_parts.sealing(self))
  session:part("waiting-said", waiting_parts.said(self))
  session:part("waiting-say", waiting_parts.say(self))
  session:part("waiting-rules", waiting_parts.rules(self))
  session:part("waiting-tools", waiting_parts.tools(self))
end

-- Asks who has given a secret: whoever was away has not.
local function ask_who(self)
  self.session:ask("game.about", { game = self.game },
                   function(failure, about)
    if not failure then
      self.seats, self.knows_givers = about.seats, true
      self:draw_parts()
    end
  end)
end

-- The table comes, and is told all that was told here.
local function to_table(self)
  local session = self.session
  lock.show(session, self.game, self.proquints, self.knows_givers and self.seats,
            self.stage)
  self.about.seats = self.seats
  local table_screen = require("web.table").new(session, self.about,
                                                self.description)
  session:enter(table_screen)
  for _, told in ipairs(self.stream) do
    table_screen:take(told[1], told[2])
  end
end

-- Shows what was said, and tells what somebody else has said since we are here.
local function hear(self, saying)
  if not self.match:take("game.said", saying) then
    return -- it was told before
  end
  self:draw_parts()
  if talk.is_news(self, saying) then
    local text = talk.text(self, saying)
    self.session:send { notice = { text = text, kind = "info" }, say = text }
  end
end

local TAKES = {
  ["game.said"] = hear,
  ["game.seats"] = function(self, params)
    self.seats = params.seats
    self:draw_parts()
  end,
  ["game.sealing"] = function(self, params)
    self.stage = json.value(params.stage)
    self.ends = json.value(params["until"])
    self.proquints = json.value(params.proquints) or self.proquints
    if self.stage ~= "commit" then
      ask_who(self)
    end
    self:draw_parts()
  end,
  ["game.event"] = to_table,
  ["game.over"] = function(self, params) -- before the first tile: no table comes
    self.over = params
    self:draw_parts()
  end,
}

function waiting:take(method, params)
  if method ~= "game.seats" then -- the table is given those that are known last
    self.stream[#self.stream + 1] = { method, params }
  end
  if TAKES[method] then
    TAKES[method](self, params)
  end
end

function waiting:seated(seat)
  self.match.seat = seat
  self:draw_parts()
end

-- Gives the seat back; a game that is being sealed goes on without.
local function leave(self)
  local session = self.session
  session:ask("game.leave", { game = self.game }, function(failure)
    if failure then
      session:fail(failure)
    elseif session.seat then -- no other window has taken it meanwhile
      session:forget_seat(self.game)
      session:go("/")
    end
  end)
end

function waiting:act(what)
  if what == "leave" and self.session.seat and not self.stage then
    leave(self)
  end
end

return waiting
