-- What a server tells without being asked, beside what a host does (news.lua):
-- who sits and who is asked, what is said, how the order is sealed, what comes
-- after the game; and what `castled connect` tells of the connection.

local json     = require "castled.json"
local refusals = require "castled.refusals"

local server_news = { of_match = {}, of_app = {} }

local takers, of_app = server_news.of_match, server_news.of_app

-- All that has been has come; what follows happens now.
function server_news.caught_up(match)
  if match.is_catching_up then
    match.is_catching_up = false
    match:skip()
  end
end

-- Remembers that one has played a game to its end: another one may follow.
function server_news.note_finished(app, match)
  if match.is_remote and match.own_seat then
    app.finished[match.id] = match.own_seat
  end
end

takers["game.seats"] = function(_, match, params)
  match:take_seats(params.seats)
end

takers["game.said"] = function(app, match, params)
  match:add_saying(params)
  if not match.is_catching_up and app.screen.hear then
    app.screen:hear(params)
  end
end

-- The clocks; and whom the question is for, when it is for nobody here.
takers["game.waiting"] = function(app, match, params)
  server_news.caught_up(match)
  match:take_clocks(params)
  if params.seat == match.own_seat then
    return -- the question itself follows
  end
  match:add_waiting(params)
  match.turn_is_ours = false
  app:settle(match)
end

takers["game.sealing"] = function(app, match, params)
  match.is_catching_up = false
  app:to_waiting(match)
  app.screen:take_sealing(params)
end

-- Why one is in a game no more; other reasons are told as they are.
local LEFT = { elsewhere = "left_elsewhere", idle = "left_idle",
               deleted = "left_deleted", storage = "left_storage" }

takers["game.left"] = function(app, _, params)
  local reason = json.value(params.reason)
  app:to_lobby(app.words:say(LEFT[reason] or "left_other", { reason = reason }))
end

takers["game.draw_offered"] = function(app, match, params)
  if params.seat == match.own_seat then
    app.screen.note = app.words:say("draw_is_offered")
  elseif match.own_seat then
    app.tty:bell()
  end
end

takers["game.draw_accepted"] = function(app)
  app.screen.note = app.words:say("draw_accepted")
end

takers["game.draw_declined"] = function(app, match, params)
  if params.seat ~= match.own_seat then
    app.screen.note = app.words:say("draw_declined")
  end
end

takers["game.rematch_offered"] = function(app, match, params)
  match.rematch_declined = nil
  if params.seat ~= match.own_seat and params.seat ~= match.rematch_offer then
    match.rematch_offer = params.seat
    app.tty:bell() -- whoever comes back hears it anew
  end
end

takers["game.rematch_declined"] = function(_, match, params)
  match.rematch_offer, match.asked_rematch = nil, nil
  match.rematch_declined = params.seat ~= match.own_seat and params.seat or nil
end

takers["game.rematch"] = function(app, match, params)
  match.next_game = { next = params.next, seat = json.value(params.seat),
                      invitation = json.value(params.invitation) }
  if match.asked_rematch then
    app:go_on(match.next_game)
  end
end

-- The connection is lost, or there again.
of_app["connect.status"] = function(app, params)
  local was_connected = app:is_connected()
  app.connection = params
  if app.match then
    app.match:hold_clocks(params.state ~= "connected")
  end
  if not app.screen then
    return
  elseif params.state == "connected" and not was_connected then
    app.screen.note, app.screen.trouble = app.words:say("connection_back"), nil
    if app.screen.refresh then
      app.screen:refresh()
    end
    if app.match then
      app:look_for(app.match)
    end
  end
end

-- What connect has found that a player must know.
of_app["connect.warning"] = function(app, params)
  local game = json.value(params.game)
  app:warn((game and game ~= "" and game .. ": " or "")
           .. refusals.text(json.value(params.text) or "?", app.words.language))
end

return server_news
