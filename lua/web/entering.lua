-- The way into a game: what it is, which rules it has, and whether it has begun.
-- Then the waiting room or the table is shown. What is told of the game
-- meanwhile is kept, and told to the screen that comes.

local attending = require "web.attending"
local html      = require "web.html"
local json      = require "castled.json"
local lock      = require "web.lock"

local NOT_FOUND = 1 -- an error's code

local entering = {}
entering.__index = entering

function entering.new(session, game)
  local stream = session:early_of(game)
  return setmetatable({ session = session, game = game, stream = stream,
                        was_told = #stream > 0 }, entering)
end

function entering:open()
  self:draw()
  self.session:know("about", self.game, function(failure, about)
    if failure then
      self:fail(failure)
      return
    end
    self.session.only_watches = about.state ~= "open"
    attending.begin(self.session, self.was_told, function(reason, is_anew)
      if reason then
        self:fail(reason)
        return
      elseif is_anew then
        self.stream = {} -- news of the game, which are not all of it
      end
      self:describe(about)
    end)
  end)
end

function entering:fail(failure)
  self.failure = failure
  self:draw()
end

function entering:describe(about)
  self.session:know("describe_game", about, function(failure, description)
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
  local has_begun, is_sealing = about.state ~= "open", false
  for _, told in ipairs(self.stream) do
    is_sealing = is_sealing or told[1] == "game.sealing"
    has_begun = has_begun or told[1] == "game.event" and not is_sealing
  end
  local screen = require(has_begun and "web.table" or "web.waiting")
                 .new(session, about, description)
  if has_begun then
    lock.show(session, self.game, json.value(about.proquints), about.seats, false)
  end
  session:enter(screen)
  for _, told in ipairs(self.stream) do
    session.screen:take(told[1], told[2]) -- the table may have followed
  end
end

-- Who sits is told whole each time: the last of it is enough.
function entering:take(method, params)
  if self.failure then
    return
  end
  local stream = self.stream
  for index = method == "game.seats" and #stream or 0, 1, -1 do
    if stream[index][1] == method then
      table.remove(stream, index)
    end
  end
  stream[#stream + 1] = { method, params }
end

function entering:draw()
  local session = self.session
  local words = session.words
  local failure = self.failure
  local is_nothing = failure and failure.code == NOT_FOUND
  local text = not failure and words:say("entering")
               or is_nothing and words:say("no_such_game") or failure.message
  session:frame(html.div { class = "sheet narrow",
    is_nothing and html.h1 { words:say("nowhere_title") },
    html.p { class = failure and "conflict" or "quiet", text },
    failure and html.p { html.a { href = "/", class = "button",
                                  words:say("to_lobby") } },
  })
  session:send { title = words:say("page_title") }
end

return entering
