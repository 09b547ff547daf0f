-- Messages that make work, and how far a daemon is with them when it answers
-- somebody else. The daemon itself says that: whoever asks may stand still.

local cjson  = require "cjson"
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

-- Sends dear messages by these connections, behind each one that makes a game,
-- and by another asks for the list of games, all before the daemon hears any of
-- it. How many of the games were there when it answered that.
function work.done_before(one, busy, other)
  one:hold()
  for id = 1, work.COUNT do
    busy[id % #busy + 1]:send(work.DEAR:format(id) .. "\n" .. MAKE)
  end
  other:send(cjson.encode {
    jsonrpc = "2.0", id = 1, method = "games.list",
    params = { count = work.COUNT },
  })
  one:kill("sigcont")
  return #other:next().result.games
end

return work
