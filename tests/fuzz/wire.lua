-- lua5.4 tests/fuzz/wire.lua -- connections that are not what they should be,
-- to a daemon in which others play.
--
-- Runs fuzz_wire against a daemon while clients play a few games in it, who
-- must not notice; nor may the page process fall. CASTLED is the daemon, best
-- with sanitizers. A few seconds; with LONG in the environment a minute.

package.path = "tests/net/?.lua;" .. package.path

local daemon = require "load_daemon"

local MATCHES = 4

local is_long = (os.getenv("LONG") or "") ~= ""
local arguments = { "--seconds", is_long and "60" or "8" }
for _, argument in ipairs(arg) do
  arguments[#arguments + 1] = argument
end

local folder = daemon.new_folder()
local function prove()
  local server = daemon.start(folder, { arguments = { "--pages", "on" } })
  local address = server:wait_for("http://(127%.0%.0%.1:%d+)")
  local players = daemon.spawn(daemon.tests .. "/net_load", {
    "--socket", server.path, "--matches", tostring(MATCHES), "--level", "2",
    "--account", folder .. "/account",
  })
  arguments[#arguments + 1] = "--"
  arguments[#arguments + 1] = server.path
  arguments[#arguments + 1] = address
  local fuzz = daemon.spawn(daemon.tests .. "/fuzz_wire", arguments)
  local fuzzed = fuzz:finish(300000)
  local problems = fuzzed == 0 and "" or "fuzz_wire has failed\n"

  if players:close() ~= 0 then
    problems = problems .. "the players noticed\n"
  end
  if server.errors:find("process_ended name=pages", 1, true) then
    problems = problems .. "the page process has ended\n"
  end
  local status, signal = server:kill("sigterm")
  if status ~= 0 then
    problems = problems
      .. ("the daemon ended with %d, signal %d\n"):format(status, signal)
  end
  io.write(players.said, players.errors, fuzz.said, fuzz.errors)
  if problems ~= "" then
    io.write(server.errors)
    error(problems)
  end
end

local holds, problem = xpcall(prove, debug.traceback)
if not holds then
  print(problem)
  daemon.clean()
  os.exit(false)
end
os.execute("rm -rf " .. folder)
os.exit(true) -- luv may crash when the state is closed
