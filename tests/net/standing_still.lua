-- A daemon that stood still: it was stopped, or the machine slept. The time in
-- which nobody could play is nobody's.

local cjson  = require "cjson"
local daemon = require "daemon"
local uv     = require "luv"
local wait   = require "wait"
local wire   = require "wire"

-- How long it stands still; no clock below gives as much. The least that one
-- gives is what all else may take.
local STILL_MS, LEAST_MS = 6000, 4000
local CLOCKS = { { choice_s = 4 }, { game_s = 5, increment_s = 0 } }

-- A game of two with a clock: its id, and the connections of its seats.
local function start_game(one, clock)
  local first = wire.web(one.port)
  local game = first:must("game.create", {
    game = "castle", seed = "s", clock = clock,
  }).game
  local seats = { first, wire.web(one.port) }
  for seat, connection in ipairs(seats) do
    connection:must("game.join", { game = game, seat = seat, name = "Ada" })
  end
  return { id = game, seats = seats }
end

-- All that was told by this method.
local function told(connection, method)
  local list = {}
  for _, message in ipairs(connection.news) do
    if message.method == method then
      list[#list + 1] = message.params
    end
  end
  assert(#list > 0, "no " .. method)
  return list
end

-- Looks who is asked: the game's question, and their connection.
local function look(game)
  game.asked = nil
  for _, connection in ipairs(game.seats) do
    local asked = connection:call("game.question", { game = game.id })
    if asked then
      game.asked, game.connection = asked, connection
    end
  end
  assert(game.asked, "nobody is asked")
end

-- How often it has said that it stood still.
local function count_still(one)
  return select(2, one.log:gsub("stood_still", ""))
end

-- Stops it, and lets it go on later: what is said meanwhile waits.
local function stand_still(one)
  one:hold()
  local timer = uv.new_timer()
  timer:start(STILL_MS, 0, function()
    one:kill("sigcont")
    timer:close()
  end)
end

-- Makes the first choice in all games at once; each is answered with the number
-- of the next question.
local function choose(games)
  for _, game in ipairs(games) do
    game.connection:send(cjson.encode {
      jsonrpc = "2.0", id = "choice", method = "game.choose",
      params = { game = game.id, seq = game.asked.seq, index = 0 },
    })
  end
  for _, game in ipairs(games) do
    local answer
    repeat
      answer = game.connection:next()
      table.insert(game.connection.news, answer)
    until answer.id == "choice"
    assert(answer.result and answer.result.seq == game.asked.seq + 1,
      cjson.encode(answer))
  end
end

-- The record is good to `castled verify`.
local function check_record(record)
  local path = daemon.new_folder() .. "/record"
  local file = assert(io.open(path, "w"))
  file:write(record)
  file:close()
  local status, output, problem = daemon.run { "verify", path }
  assert(status == 0, output .. problem)
end

-- Who is asked was told that there is more time than until `before`.
local function check_later(game, before)
  local later = false
  for _, waiting in ipairs(told(game.connection, "game.waiting")) do
    later = later or waiting.seq == game.asked.seq
      and waiting["until"] >= before + STILL_MS - 500
  end
  assert(later, "nobody was told that there is more time")
end

local function check_end(game)
  game.connection:must("game.resign", { game = game.id })
  local record = game.connection:must("game.record", { game = game.id }).record
  assert(select(2, record:gsub('"t":"pause"', "")) >= 2, record)
  check_record(record)
end

local function prove()
  local one = daemon.start {}
  local games, before = {}, {}
  for i, clock in ipairs(CLOCKS) do
    games[i] = start_game(one, clock)
  end
  -- A choice that is made while nobody listens is in time.
  for i, game in ipairs(games) do
    look(game)
    before[i] = told(game.connection, "game.waiting")[1]["until"]
  end
  stand_still(one)
  choose(games)
  one:wait_for_log("stood_still", "ms=")
  for i, game in ipairs(games) do
    check_later(game, before[i])
  end
  -- Nor does who is asked then lose anything while nobody says a word.
  for _, game in ipairs(games) do
    look(game)
  end
  local count = count_still(one)
  stand_still(one)
  wait.until_done(function() return count_still(one) > count end,
    "another line in the log")
  choose(games)
  for _, game in ipairs(games) do
    check_end(game)
  end
end

return {
  { "no choice is too late for a daemon that was stopped, and no game is lost "
    .. "by that", function()
    local holds, problem
    -- Again, when clocks may have run out meanwhile, since all stood still.
    wait.try(function()
      local began = uv.hrtime()
      holds, problem = xpcall(prove, debug.traceback)
      local ms = (uv.hrtime() - began) // 1000000 - 2 * STILL_MS
      return holds or ms < LEAST_MS
    end, wait.ms)
    assert(holds, problem)
  end },
}
