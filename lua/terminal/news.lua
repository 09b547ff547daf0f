-- What the host tells without being asked; what only a server tells is in
-- server_news.lua.

local draw_offer  = require "castled.draw_offer"
local refusals    = require "castled.refusals"
local server_news = require "terminal.server_news"

local news = {}

local takers = {}

takers["game.event"] = function(app, match, params)
  match:add_event(params)
  app.screen:stop_asking()
  if match.is_catching_up then
    return
  elseif app.screen.begun then
    app.screen:begun()
  end
  if not app.settings.has_animation then
    match:skip()
  end
  app:set_clock(true)
end

takers["game.question"] = function(app, match, params)
  server_news.caught_up(match)
  match:add_question(params)
  if app.screen.begun then
    app:call_to_turn(match) -- the lock is still shown
  end
  app:settle(match)
end

takers["game.undone"] = function(app, match, params)
  match:undone(params.entry)
  app.screen:stop_asking()
end

takers["game.over"] = function(app, match, params)
  server_news.caught_up(match)
  server_news.note_finished(app, match)
  match:finish(params)
  if app.screen.begun then
    app:to_board() -- there is no order to seal any more
  end
  match:advance(0)
  app:told(match)
end

takers["game.draw_offered"] = function(app, match, params)
  app:draw_offered(match, params.seat)
end

takers["game.draw_accepted"] = function(app)
  app.screen.note = app.words:say("draw_accepted")
end

takers["game.draw_declined"] = function(app)
  app.screen.note = app.words:say("draw_declined")
end

takers["game.save_failed"] = function(app, _, params)
  app.screen.note = app.words:say("save_failed", {
    reason = refusals.text(params.reason, app.words.language) })
end

takers["game.save_works"] = function(app)
  app.screen.note = app.words:say("save_works")
end

-- Takes a notification. While a game is resumed its news is kept, until it is known
-- by which rules it is played.
function news.take(app, method, params)
  local match = app.match
  local taker = match and match.is_remote and server_news.of_match[method]
                or takers[method]
  local of_app = server_news.of_app[method]
  if app.kept_news then
    table.insert(app.kept_news, { method = method, params = params })
  elseif of_app then
    of_app(app, params)
  elseif taker and match and params.game == match.id
         and (app.screen.match or match.is_remote) then
    draw_offer.take(match, method, params)
    taker(app, match, params)
  end
end

return news
