-- What a table's buttons and forms do. Each has the screen, the button's value
-- and the form's values.

local ask = require "web.ask"
local frame = require "web.frame"
local hints = require "web.hints"
local naming = require "castled.naming"
local parts = require "web.parts"

local acts = {}

-- Asks the daemon for something; what is wrong is said.
local function request(screen, method, params, done)
  params = params or {}
  params.game = screen.match.id
  screen.session:ask(method, params, function(failure, result)
    if failure then
      screen.session:send { notice = { text = failure.message, kind = "error" } }
    elseif done then
      done(result)
    end
  end)
end

function acts.undo(screen)
  request(screen, "game.undo")
end

acts["offer-draw"] = function(screen)
  request(screen, "game.offer_draw")
end

acts["answer-draw"] = function(screen, value)
  request(screen, "game.answer_draw", { agree = value == "yes" })
end

function acts.resign(screen)
  request(screen, "game.resign")
end

function acts.rematch(screen, value)
  request(screen, "game.rematch", { agree = value ~= "no" })
end

-- Picks, shows and says what was thought out for a question, while it is still
-- asked.
local function show_hint(screen, seq, failure, hint)
  local match = screen.match
  if failure then
    screen.session:send { notice = { text = failure.message, kind = "error" } }
  elseif match:is_asked() and match.question.seq == seq then
    match.hint = { seq = seq, index = hint.index }
    screen:update()
    screen.session:send { hint = { index = hint.index },
                          say = ask.hint_text(screen, hint.index) }
  end
end

-- What a bot would choose, picked and said.
function acts.hint(screen)
  local match = screen.match
  if not match:is_asked() or naming.is_contest(match.seats) then
    return
  end
  local seq = match.question.seq
  request(screen, "game.position", nil, function(position)
    hints.think(position, screen.session:for_screen(function(failure, hint)
      show_hint(screen, seq, failure, hint)
    end))
  end)
end

-- Opens and closes the replay, and goes to a step of it.
function acts.replay(screen, value)
  if screen.replay then
    screen.replay:act(value)
  end
end

-- Opens a panel whose inside comes only when somebody looks at it.
function acts.left(screen)
  screen.opened.left = true
  local now = parts.now(screen)
  screen:show_more(now, { id = "left-tiles", html = frame.draw_left(screen, now) })
end

function acts.points(screen)
  screen.opened.points = true
  local now = parts.now(screen)
  screen:show_more(now, { id = "points", html = now.insides.points })
end

return acts
