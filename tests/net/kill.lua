-- lua5.4 tests/net/kill.lua [KILLS [SEED]] -- a daemon that is killed.
--
-- 100 games are played against it by clients who keep an account of all that
-- they were told (tests/net/load.c). At random moments it gets SIGKILL and is
-- started again; the clients come back with their tokens and go on. At the end
-- net_kill_count looks for everything in the account: in the records that the
-- daemon gives, and in its store, which must begin as those; and some of the
-- finished games are verified. By default 20 kills, with LONG in the
-- environment 500.

package.path = "tests/net/?.lua;" .. package.path

local cjson  = require "cjson"
local daemon = require "load_daemon"
local uv     = require "luv"

local LENGTH = 30 -- choices of a game, so that many come to their end
local LAST_MS, GROWTH_MAX, VERIFIED_MAX = 20, 30000, 20
-- Clients that are told nothing for so long have given up, or never will.
local LONGEST_MS = 300000

local is_long = (os.getenv("LONG") or "") ~= ""
local kills = tonumber(arg[1]) or is_long and 500 or 20
local seed = tonumber(arg[2]) or os.time()

local folder = daemon.new_folder()
local problems = 0

local function complain(...)
  problems = problems + 1
  print(string.format(...))
end

-- What a program says and how it ends.
local function run(program, arguments)
  local process = daemon.spawn(program, arguments)
  local status = process:finish(300000)
  return status, process.said .. process.errors
end

-- Waits for a random moment: until clients were told a random number of things
-- more, and a few milliseconds.
local function wait_for_moment(load)
  local function size()
    return uv.fs_stat(folder .. "/account").size
  end
  local wanted = size() + math.random(0, GROWTH_MAX)
  local waited_ms = 0
  while size() < wanted and waited_ms < LONGEST_MS and not load.status do
    daemon.wait(5)
    waited_ms = waited_ms + 5
  end
  daemon.wait(math.random(0, LAST_MS))
end

-- Waits until some games have come to their end.
local function wait_for_ends(load)
  local waited_ms, ends = 0, 0
  while ends < VERIFIED_MAX and waited_ms < LONGEST_MS and not load.status do
    daemon.wait(200)
    waited_ms, ends = waited_ms + 200, 0
    for line in io.lines(folder .. "/account") do
      ends = ends + (line:find("^over ") and 1 or 0)
    end
  end
end

-- Kills it again and again; returns the daemon that is alive in the end.
local function kill_again_and_again(server, load)
  for number = 1, kills do
    wait_for_moment(load)
    if server.status then
      complain("before kill %d the daemon ended by itself with %s: %s", number,
        server.status, server.errors)
      break
    end
    if load.status then
      complain("the clients gave up after %d kills", number - 1)
      break
    end
    server:kill("sigkill")
    server = daemon.start(folder)
  end
  return server
end

-- Looks for all in the account; the records go into a folder of that name.
local function count(source, path, name)
  local records = folder .. "/" .. name
  assert(uv.fs_mkdir(records, 448))
  local status, said = run(daemon.tests .. "/net_kill_count",
    { folder .. "/account", source, path, records })
  io.write(name, ": ", said)
  if status ~= 0 then
    complain("%s: something is lost", name)
  end
end

-- An account with more in it than was told must be found out.
local function spoil()
  local account = assert(io.open(folder .. "/account"))
  local spoiled = assert(io.open(folder .. "/spoiled", "w"))
  for line in account:lines() do
    spoiled:write(line, "\n")
    local game = line:match("^choice (%S+) 17 ")
    if game then
      spoiled:write("choice ", game, " 5000 {}\n")
      spoiled:write("choice ", game, " 12 {\"never\":1}\n")
      spoiled:write("head ", game, " 3 ", ("0"):rep(64), "\n")
    end
  end
  account:close()
  spoiled:close()
  local _, said = run(daemon.tests .. "/net_kill_count",
    { folder .. "/spoiled", "store", folder .. "/castled.db" })
  for _, sentence in ipairs { "is lost", "choice 12 was", "another one now" } do
    if not said:find(sentence, 1, true) then
      complain("net_kill_count does not notice a spoiled account: %s", said)
    end
  end
end

-- The load signs nothing: of a sealed game that is all that may be missed.
local UNSIGNED = "seat %d signed nothing: its choices %(%d+%) are the referee's word[,.] ?"
local ALL_BUT = "Nothing is wrong with this record so far, but not all could be checked: "

local function is_good(report)
  return report.good or report.says:gsub(UNSIGNED, "") == ALL_BUT
end

-- Some of the finished games, as anybody could check them.
local function verify()
  local finished = {}
  for line in io.lines(folder .. "/account") do
    finished[#finished + 1] = line:match("^over (%S+)")
  end
  local arguments = { "verify", "--json" }
  for _ = 1, math.min(#finished, VERIFIED_MAX) do
    local game = table.remove(finished, math.random(#finished))
    arguments[#arguments + 1] = folder .. "/told/" .. game .. ".record"
  end
  if #arguments == 2 then
    complain("no game came to its end")
    return
  end
  local _, said = run(daemon.program, arguments)
  local verified = 0
  for line in said:gmatch("[^\n]+") do
    local report = cjson.decode(line)
    verified = verified + 1
    if not is_good(report) then
      complain("castled verify: %s: %s", report.file, report.says)
    end
  end
  print(verified .. " finished games verified")
  if verified ~= #arguments - 2 then
    complain("castled verify told only of %d: %s", verified, said)
  end
end

local function contents(path)
  local file = io.open(path, "rb")
  local text = file and file:read("a")
  if file then
    file:close()
  end
  return text
end

-- What the daemon gave of a game must be how its record in the store begins: a game
-- whose order was being sealed has gone on by time since.
local function compare_records()
  local scan = assert(uv.fs_scandir(folder .. "/told"))
  for name in uv.fs_scandir_next, scan do
    local told = contents(folder .. "/told/" .. name)
    local stored = contents(folder .. "/stored/" .. name)
    if not stored or stored:sub(1, #told) ~= told then
      complain("the record that the daemon gave is not that of the store: %s", name)
    end
  end
end

print(("%d kills, seed %d, in %s"):format(kills, seed, folder))
math.randomseed(seed)
local function prove()
  local server = daemon.start(folder)
  local load = daemon.spawn(daemon.tests .. "/net_load", {
    "--socket", server.path, "--matches", "100", "--level", "2", "--reconnect",
    "--account", folder .. "/account", "--seed", tostring(seed), "--resign",
    tostring(LENGTH),
  })
  daemon.await("an account", function()
    return uv.fs_stat(folder .. "/account")
  end)
  server = kill_again_and_again(server, load)
  wait_for_ends(load)
  local status = load:close()
  io.write(load.said, load.errors)
  if status ~= 0 then
    complain("the clients saw what must not be")
  end
  count("socket", server.path, "told")
  verify()
  server:kill("sigkill")
  count("store", folder .. "/castled.db", "stored")
  spoil()
  compare_records()
end

local holds, problem = xpcall(prove, debug.traceback)
if not holds then
  complain("%s", problem)
  daemon.clean()
end
if problems > 0 then
  print(("%d problems; all is in %s"):format(problems, folder))
  os.exit(false)
end
run("rm", { "-rf", folder })
print(("%d kills passed"):format(kills))
os.exit(true) -- luv may crash when the state is closed
