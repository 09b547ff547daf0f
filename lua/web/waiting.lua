-- A game before its first tile: who sits, the links to give away, how one sits
-- down, and how the order is sealed. When the game begins the table follows.

local clocks        = require "castled.clocks"
local game_words    = require "castled.game_words"
local html          = require "web.html"
local json          = require "castled.json"
local waiting_parts = require "web.waiting_parts"

local waiting = {}
waiting.__index = waiting

function waiting.new(session, about, description)
  return setmetatable({
    session = session, about = about, description = description,
    game = about.game, seats = about.seats, stream = {},
    proquints = json.value(about.proquints),
  }, waiting)
end

-- Drawing --------------------------------------------------------------------------

function waiting:open()
  self:draw()
end

local function title_key(self)
  return self.stage and "sealing_title" or "waiting_title"
end

function waiting:draw()
  local words = self.session.words
  self.session:frame(html.div { class = "sheet narrow waiting",
    html.h1 { id = "waiting-title" },
    html.ul { class = "seats", id = "waiting-seats" },
    html.section { class = "part", id = "waiting-join" },
    html.section { class = "part", id = "waiting-links" },
    html.section { class = "part", id = "waiting-sealing" },
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
  session:part("waiting-seats", waiting_parts.seats(self))
  session:part("waiting-join", waiting_parts.join(self))
  session:part("waiting-links", waiting_parts.links(self))
  session:part("waiting-sealing", waiting_parts.sealing(self))
  session:part("waiting-rules", waiting_parts.rules(self))
  session:part("waiting-tools", waiting_parts.tools(self))
end

-- News -----------------------------------------------------------------------------

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

-- The table comes, and is told all that was told here. Whoever has just seen the
-- lock being made keeps it before their eyes for a while.
local function to_table(self)
  local session = self.session
  if self.stage and self.proquints then
    session:send { notice = {
      text = session.words:say("lock_notice", { lock = self.proquints }),
      kind = "info",
    } }
  end
  self.about.seats = self.seats
  local table_screen = require("web.table").new(session, self.about,
                                                self.description)
  session:enter(table_screen)
  for _, told in ipairs(self.stream) do
    table_screen:take(told[1], told[2])
  end
end

local TAKES = {
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
  ["game.left"] = function(self, params)
    if params.reason == "idle" or params.reason == "storage" then
      self.session:open(self.session.path)
    else
      self.session:send { notice = {
        text = self.session.words:say("left_" .. params.reason), kind = "info",
      } }
    end
  end,
  ["game.event"] = to_table,
  ["game.over"] = to_table,
}

function waiting:take(method, params)
  self.stream[#self.stream + 1] = { method, params }
  if TAKES[method] then
    TAKES[method](self, params)
  end
end

function waiting:seated()
  self:draw_parts()
end

-- Buttons --------------------------------------------------------------------------

-- Gives the seat back; a game that is being sealed goes on without.
local function leave(self)
  local session = self.session
  session:ask("game.leave", { game = self.game }, function(failure)
    if failure then
      session:fail(failure)
      return
    end
    session:forget_seat(self.game)
    session:go("/")
  end)
end

function waiting:act(what)
  if what == "leave" and self.session.seat and not self.stage then
    leave(self)
  end
end

-- What the game is: house rules, clock, how its order comes about.
function waiting:rule_lines()
  local words = self.session.words
  local lines = game_words.rules(self.about, self.description, words)
  lines[#lines + 1] = clocks.rule(self.about.clock, words)
  lines[#lines + 1] = words:say(self.about.level == 1 and "level_1" or "level_0")
  return lines
end

return waiting
