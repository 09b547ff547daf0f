-- What the daemon's bots do when they are refused something.

local check = require "check"
local seats = require "bots.seats"
local uv    = require "luv"

local QUESTION = { game = "g", seq = 7, seat = 1, choices = { {}, {}, {} } }

-- Lets a kind of bot answer QUESTION, whose calls fail with these codes, in turn,
-- and then succeed. Gives what was called, and how often something was said.
local function played(kind, codes)
  local called, said, at = {}, 0, 0
  local connection = {}
  function connection.call(_, method, params, done)
    called[#called + 1] = method .. (params.index and " " .. params.index or "")
    at = at + 1
    local code = codes[at]
    done(code and { code = code, message = "no" },
         not code and { seq = QUESTION.seq, index = 2 } or nil)
  end
  local new_timer = uv.new_timer
  uv.new_timer = function() -- all that is waited for comes at once
    return { close = function() end,
             start = function(_, _, _, body) body() end }
  end
  local player = seats.new(require("bots." .. kind), connection, function()
    said = said + 1
  end)
  player:take(QUESTION)
  uv.new_timer = new_timer
  return table.concat(called, ", "), said
end

local HINT, CHOSEN = "game.hint", ", game.choose 2"

check.equal("a hint is taken", played("steward", {}), HINT .. CHOSEN)
check.equal("where that was too much it is asked again",
            played("steward", { 6, 6 }), "game.hint, game.hint, " .. HINT .. CHOSEN)
check.equal("where there is none the first choice is made",
            played("steward", { 3 }), "game.hint, game.choose 0")
check.equal("what is out of date is left", played("steward", { false, 3 }),
            HINT .. CHOSEN)
check.equal("a store that fails is asked again",
            played("steward", { false, 5, 6, 5 }),
            HINT .. CHOSEN .. CHOSEN .. CHOSEN .. CHOSEN)
check.equal("where rules fail another choice is made",
            played("steward", { false, 4, 4 }),
            HINT .. CHOSEN .. ", game.choose 0, game.choose 1")
check.equal("who is refused otherwise tries again",
            { played("steward", { false, -32603, 2 }) },
            { HINT .. CHOSEN .. CHOSEN .. CHOSEN, 2 })
local refused = { false }
for index = 2, 100 do
  refused[index] = 2
end
check.equal("and not for ever", { played("steward", refused) },
            { HINT .. CHOSEN:rep(11), 11 })
