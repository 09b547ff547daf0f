-- The way into a game: what it is, which rules it has, and whether it has begun.
-- Then the waiting room or the table is shown. What is told of the game
-- meanwhile is kept, and told to the screen that comes.

local attending = require "web.attending"
local html      = require "web.html"

local NOT_FOUND = 1 -- an error's code

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
    attending.begin(self.session, #self.stream > 0)
    self:describe(about)
  end)
end

function entering:fail(failure)
  self.failure = failure
  self:draw()
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

return entering
