-- lua5.4 lua/bots/main.lua KIND -- plays all seats of the bot KIND in the games
-- of a daemon, which starts it: see core/net/bots.h. KIND.lua in this folder
-- says how it plays.
--
-- In its environment: CASTLED, the program; CASTLED_SOCKET, the daemon's Unix
-- socket; CASTLED_BOT_KEY, with which the daemon knows its own bots. It talks
-- through `castled connect`, and ends when the connection does: then the daemon
-- starts it anew, and asks again what was not answered.

local folder = arg[0]:match("^(.*)/[^/]*$") or "."
package.path = folder .. "/../?.lua;" .. package.path

local service = require "castled.service"

local ALIVE_MS = 10000

local connection, player

-- Ends, and `castled connect` with it, which else would wait for answers. What
-- is said comes last: when the daemon is gone, nobody reads it, and it kills.
local function finish(status, ...)
  if connection then
    connection:kill()
  end
  service.finish(status, ...)
end

local uv = service.luv("bots need")
local client = require "castled.client"
local seats  = require "bots.seats"

local kind = arg[1]
if not kind or not kind:find("^[%w_-]+$") then
  finish(service.USAGE, "usage: lua5.4 lua/bots/main.lua KIND")
end

local program = service.environment("CASTLED")
local socket = service.environment("CASTLED_SOCKET")
local key = service.environment("CASTLED_BOT_KEY")
uv.os_unsetenv("CASTLED_BOT_KEY") -- it is nobody else's

local TOLD = {
  ["game.question"] = function(params)
    player:take(params)
  end,
  ["connect.status"] = function(params)
    if params.state ~= "connected" and params.state ~= "waiting" then
      finish(service.LOST, "%s: %s", params.state, params.reason or "no reason told")
    end
  end,
}

local reason
connection, reason = client.start {
  command = program, arguments = { "connect", socket },
  on_notification = function(method, params)
    local told = TOLD[method]
    if told then
      told(params)
    end
  end,
  on_end = function(status, _, said)
    finish(service.LOST, "castled connect has ended with %d: %s", status,
         (said:gsub("%s+$", "")))
  end,
}
if not connection then
  finish(service.LOST, "cannot start %s: %s", program, reason)
end
player = seats.new(require("bots." .. kind), connection, function(...)
  io.stderr:write(string.format(...), "\n")
end)
local function attach()
  connection:call("bots.attach", { kind = kind, key = key }, function(failure)
    if failure then
      finish(service.LOST, "the daemon does not let it play: %s", failure.message)
    end
  end)
end
-- Again and again: one that does not say that it is alive is started anew.
uv.new_timer():start(0, ALIVE_MS, attach)
local signal = uv.new_signal()
signal:start("sigterm", function() finish(0) end)
uv.run()
