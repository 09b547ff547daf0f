-- The way into a game: what it is, which rules it has, and whether it has begun.
-- Then the waiting room or the table is shown. What is told of the game
-- meanwhile is kept, and told to the screen that comes.

local html = require "web.html"
local uv   = require "luv"

local NOT_FOUND = 1        -- an error's code
local SEATED_MS = 5000     -- that the browser has to come back to its seat

local entering = {}
entering.__index = entering

function entering.new(session, game)
  return setmetatable({ session = session, game = game,
                        stream = session:early_of(game) }, entering)
end

function entering:open()
  self:draw()
  self.session:know("about", self.game, function(failure, about)
    if failure then
      self:fail(failure)
      return
    end
    self.session.only_watches = about.state ~= "open"
    self:join_in()
    self:describe(about)
  end)
end

function entering:fail(failure)
  self.failure = failure
  self:draw()
end

-- Sees to it that the browser is told of the game. It comes back to a seat by
-- itself; who has none, or has it already, is told everything by watching.
function entering:join_in()
  local session = self.session
  if session.seat and #self.stream > 0 then
    return -- it came back to the seat just before
  elseif session.is_mine[self.game] and not session.seat then
    self.timer = uv.new_timer()
    self.timer:start(SEATED_MS, 0, function()
      session:guard(self.watch, self)
    end)
  else
    self:watch()
  end
end

function entering:watch()
  self:stop_timer()
  self.session:ask("game.watch", { game = self.game }, function(failure)
    if failure then
      self:fail(failure)
    end
  end)
end

function entering:stop_timer()
  if self.timer then
    self.timer:close()
    self.timer = nil
  end
end

-- Which seat the browser has, or nil when what it kept is good no more.
function entering:seated(seat)
  self:stop_timer()
  if not seat then
    self:watch()
  end
end

function entering:describe(about)
  self.session:know("describe", about.name, about.variants, about.options,
                    function(failure, description)
    if failure then
      self:fail(failure)
    else
      self:go_on(about, description)
    end
  end)
end

-- Shows the screen that the game is at.
function entering:go_on(about, description)
  local session = self.session
  local has_begun = about.state ~= "open"
  for _, told in ipairs(self.stream) do
    has_begun = has_begun or told[1] == "game.event"
  end
  local screen = require(has_begun and "web.table" or "web.waiting")
                 .new(session, about, description)
  session:enter(screen)
  for _, told in ipairs(self.stream) do
    session.screen:take(told[1], told[2]) -- the table may have followed
  end
end

function entering:take(method, params)
  self.stream[#self.stream + 1] = { method, params }
end

function entering:draw()
  local session = self.session
  local words = session.words
  local failure = self.failure
  local text = not failure and words:say("entering")
               or failure.code == NOT_FOUND and words:say("no_such_game")
               or failure.message
  session:frame(html.div { class = "sheet narrow",
    html.p { class = failure and "conflict" or "quiet", text },
    failure and html.p { html.a { href = "/", class = "button",
                                  words:say("to_lobby") } },
  })
  session:send { title = words:say("page_title") }
end

function entering:close()
  self:stop_timer()
end

return entering
