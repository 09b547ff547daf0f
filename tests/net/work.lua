-- Messages that make work, and how far a daemon is with them when it does what
-- somebody else asks. The daemon itself says that: whoever asks may stand still.

local daemon = require "daemon"

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

return work
