-- lua5.4 tests/bench/bench_serve.lua [SECONDS] -- the daemon under load.
--
-- Over loopback, two WebSockets a match, each choice durable: the mover
-- chooses, both see all of it, then whoever is asked chooses. The daemon is
-- held to one core and the clients to the other. Level 0 is without signatures,
-- level 1 has a signed head for every choice. A line is measured for SECONDS
-- (default 3), one of an offered load for 8 at least: of one second's choices
-- only 50 are beyond the p99, and in the first the store's log is still new.
--
-- For scale: boardgame.io 0.50.2 on such a machine, in memory only, nothing
-- signed: 1,600 to 2,400 choices a second at 10 to 1000 matches, p99 62 to 88 ms
-- at 100, 356 MB, 196 ms.

package.path = "tests/net/?.lua;" .. package.path

local daemon = require "load_daemon"
local uv     = require "luv"

local PEER = { rate = 2400, memory_mb = 356, start_ms = 196, p99_ms = 62 }
local OFFERED = 5000
local OFFERED_SECONDS_MIN = 8
local GAME_CHOICES = 72 -- by chance; people's games do not begin at the same time
local STARTS = 5

local seconds = tonumber(arg[1]) or 3
local cores = #uv.cpu_info()
local server_core = cores > 1 and 0 or nil
local client_core = cores > 1 and 1 or nil
local failed = false

-- Runs net_load against a new daemon; returns what it counted, by name.
local function load(matches, level, options)
  local folder = daemon.new_folder()
  local server = daemon.start(folder, { core = server_core })
  local address = server:wait_for("http://(127%.0%.0%.1:%d+)")
  local client = daemon.spawn(daemon.tests .. "/net_load", {
    "--web", address, "--matches", tostring(matches), "--level",
    tostring(level), "--daemon", tostring(server.pid), table.unpack(options),
  }, client_core)
  local settles = table.concat(options, " "):find("--until", 1, true)
  if settles then
    client:wait_for("rss_kib %d+", 120000)
  end
  local status
  if settles then
    status = client:close(120000)
  else
    status = client:finish(120000)
  end
  server:kill("sigterm")
  os.execute("rm -rf " .. folder)
  if status ~= 0 then
    failed = true
    print(client.errors)
  end
  local counted = {}
  for name, value in client.said:gmatch("(%S+) (%S+)\n") do
    counted[name] = tonumber(value)
  end
  return counted
end

local function closed_loop()
  print("level  matches  choices/s    p50 ms    p99 ms    max ms  CPU us/choice"
    .. "  of peer")
  for level = 0, 1 do
    for _, matches in ipairs { 1, 10, 100, 1000 } do
      local told = load(matches, level, { "--seconds", tostring(seconds) })
      if told.choices_per_s then
        print(("%5d  %7d  %9.0f  %8.2f  %8.2f  %8.2f  %13.1f  %6.1fx"):format(
          level, matches, told.choices_per_s, told.p50_us / 1000,
          told.p99_us / 1000, told.max_us / 1000, told.daemon_us_per_choice,
          told.choices_per_s / PEER.rate))
      end
    end
  end
end

local function offered()
  for level = 0, 1 do
    local told = load(100, level, {
      "--seconds", tostring(math.max(seconds, OFFERED_SECONDS_MIN)),
      "--rate", tostring(OFFERED), "--apart", tostring(GAME_CHOICES),
    })
    if told.p99_us then
      print(("%d a second offered over 100 matches, level %d: %.0f taken, "
        .. "p50 %.2f ms, p99 %.2f ms (%.2f of its core)"):format(OFFERED, level,
        told.choices_per_s, told.p50_us / 1000, told.p99_us / 1000,
        told.daemon_share))
    end
  end
end

local function memory()
  for level = 0, 1 do
    local told = load(1000, level, { "--until", "60" })
    if told.rss_kib then
      print(("1000 matches of 60 choices, 2000 sockets, level %d: %.0f MB "
        .. "(%.2f of peer)"):format(level, told.rss_kib / 1024,
        told.rss_kib / 1024 / PEER.memory_mb))
    end
  end
end

-- From the start of the process to the first answer, the quickest of some.
local function starts()
  local folder = daemon.new_folder()
  local best = math.huge
  for _ = 1, STARTS do
    local before = uv.hrtime()
    local server = daemon.start(folder, { core = server_core })
    local pipe, answered = uv.new_pipe(), false
    pipe:connect(server.path, function()
      pipe:read_start(function() answered = true end)
      pipe:write('{"jsonrpc":"2.0","id":1,"method":"hello"}\n')
    end)
    daemon.run_until(function() return answered end)
    best = math.min(best, (uv.hrtime() - before) / 1e6)
    pipe:close()
    server:kill("sigterm")
  end
  os.execute("rm -rf " .. folder)
  print(("start to first answer: %.1f ms (%.2f of peer)"):format(best,
    best / PEER.start_ms))
end

if not server_core then
  print("one core: daemon and clients share it, and numbers are worse")
end
offered() -- first: the disk has nothing of another load to write
closed_loop()
memory()
starts()
os.exit(not failed)
