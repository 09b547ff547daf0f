-- Messages that make work, and how far a daemon is with them when it does what
-- somebody else asks. The daemon itself says that: whoever asks may stand still.

local daemon = require "daemon"
local wire   = require "wire"

local work = {}

-- Refused, after some work, each time anew; with the id to be put in.
work.DEAR = '{"jsonrpc":"2.0","id":%d,"method":"variants.check","params":'
  .. '{"game":"castle","variants":["german","rgg"]}}'

work.COUNT = 40 -- of them, in work.done_before

local MAKE = '{"jsonrpc":"2.0","id":0,"method":"game.create","params":'
  .. '{"game":"castle","seed":"s"}}'

-- A daemon that takes any number of messages and games.
function work.start()
  return daemon.start { arguments = {
    "--messages-burst", "1000000", "--games-per-address", "0",
  } }
end

-- All games, of which there are so many, the newest first: in the order in
-- which the daemon made them, though it shows none before all of a turn are
-- written.
local function newest_first(connection, count)
  local games = connection:must("games.list", { count = count + 1 }).games
  assert(#games == count, #games)
  return games
end

-- Sends dear messages by the connections of `busy`, behind each one that makes a
-- game, and one that makes a game by each of the two `others`: the first before
-- all those, the second behind them, as nobody knows whom the daemon hears first.
-- It hears nothing until all is sent. How many games of the busy it had made
-- before it had made both of the others'.
function work.done_before(one, busy, others)
  for _, connections in ipairs { busy, others } do
    for _, connection in ipairs(connections) do
      connection:must("hello") -- else it may not be let in yet
    end
  end
  one:hold()
  others[1]:send(MAKE)
  for id = 1, work.COUNT do
    busy[id % #busy + 1]:send(work.DEAR:format(id) .. "\n" .. MAKE)
  end
  others[2]:send(MAKE)
  one:kill("sigcont")
  for id = 1, work.COUNT do
    local connection = busy[id % #busy + 1]
    local answer, made = connection:next(), connection:next()
    assert(answer.id == id and answer.error.code == 2 and made.result)
  end
  local first, second = others[1]:next().result, others[2]:next().result
  local games = newest_first(others[1], work.COUNT + 2)
  for place, made in ipairs(games) do
    if made.game == first.game or made.game == second.game then
      return #games - place - 1 -- the other of both is older, too
    end
  end
end

work.PAGE_COUNT = 120 -- of them, in work.pages_done_before

local GET = "GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: %s\r\n\r\n"

-- The same for pages: so many connections of one address ask for `path`, which is
-- dear, and two of another one how many requests were answered, the first before
-- all those, the second behind them. How many there were when both had been
-- answered.
function work.pages_done_before(one, path)
  local busy, others = {}, {}
  local function open(list, count, address)
    for index = 1, count do
      list[index] = wire.tcp(one.port, address)
      list[index]:write(GET:format("/healthz", "keep-alive")) -- it is let in
      list[index]:wait_until(function() return #list[index].input > 0 end, "answer")
    end
  end
  open(busy, work.PAGE_COUNT, "127.0.1.1")
  open(others, 2, "127.0.1.2")
  one:hold()
  others[1]:write(GET:format("/metrics", "close"))
  for _, connection in ipairs(busy) do
    connection:write(GET:format(path, "close"))
  end
  others[2]:write(GET:format("/metrics", "close"))
  one:kill("sigcont")
  for _, connection in ipairs(busy) do
    connection:wait_for_end()
    assert(connection.input:find("\nHTTP/1.1 200 "), connection.input:sub(1, 1000))
  end
  local done = 0
  for _, connection in ipairs(others) do
    connection:wait_for_end()
    local count = connection.input:match("\ncastled_http_requests_total (%d+)\n")
    done = math.max(done, tonumber(count) - #busy - #others)
  end
  return done
end

return work
