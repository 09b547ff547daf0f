-- That a browser is told of the game that it shows. It comes back to a seat that
-- it keeps by itself, and then is told everything; who has none, or has come back
-- before, is told everything by watching.

local SEATED_MS = 5000 -- that a browser has to come back to its seat

local attending = {}

local function watch(session)
  local game = session.game
  session.attends = game
  session.asks("game.watch", { game = game }, function(failure)
    if failure and session.game == game then
      session:guard(session.fail, session, failure)
    end
  end)
end

-- The session shows a game; `was_told` when it was told of it already.
function attending.begin(session, was_told)
  local game = session.game
  if session.seat and was_told then
    session.attends = game
  elseif session.is_mine[game] and not session.seat then
    session.shared:later(SEATED_MS, function()
      if session.game == game and session.attends ~= game
         and not session.is_gone then
        watch(session)
      end
    end)
  else
    watch(session)
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
