-- That a browser is told of the game that it shows. It comes back to a seat that
-- it keeps by itself, and then is told everything; who has none, or has come back
-- before, or plays in another window, is told everything by watching.

local SEATED_MS = 5000 -- that a browser has to come back to its seat

local attending = {}

local function watch(session, done)
  local game = session.game
  local told = done and session:for_screen(done)
  session.attends = game
  session.asks("game.watch", { game = game }, function(failure)
    if told then
      told(failure, true)
    elseif failure and session.game == game then
      session:guard(session.fail, session, session.words:failure(failure))
    end
  end)
end

-- The session shows a game; `was_told` when it was told of it already, from the
-- beginning. done(failure, is_anew) is called at once, or, when all is told now
-- (`is_anew`), just before that.
function attending.begin(session, was_told, done)
  local game = session.game
  if session.seat and was_told then
    session.attends = game
    done(nil, false)
  elseif session.is_mine[game] and not session.seat
         and not session.sits_elsewhere then
    session.shared:later(SEATED_MS, function()
      if session.game == game and session.attends ~= game
         and not session.is_gone then
        watch(session)
      end
    end)
    done(nil, false)
  else
    watch(session, done)
  end
end

-- The browser has come back to its seat of the game that is shown; nil: it could
-- not.
function attending.seated(session, seat)
  if seat then
    session.attends = session.game
  elseif session.attends ~= session.game then
    watch(session)
  end
end

return attending
