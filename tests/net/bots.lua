-- lua5.4 tests/net/bots.lua [WORD...] -- the daemon's own bots, and the bots of
-- lua/README.md, which are taken from the page and run.
--
-- A case is a function under the clause that it proves; it gets an empty folder
-- and raises when the clause does not hold. With words, only cases with one of
-- them in their names. CASTLED is the program.

package.path = "tests/net/?.lua;tests/docs/?.lua;lua/?.lua;" .. package.path

local cases    = require "cases"
local daemon   = require "load_daemon"
local frontend = require "frontend"
local page     = require "page"
local uv       = require "luv"
local wait     = require "wait"

local PAGE = "lua/README.md"
local GAME_MS = 180000 -- within which a game of bots is over
local SILENT_MS = 30000 -- after which a bot counts as hanging (net/bots.h)

daemon.program = assert(uv.fs_realpath(os.getenv("CASTLED")
                                       or "build/release/castled"))

local await = daemon.await

-- daemon.await for what has to be looked at again and again.
local function await_by_looking(what, is_done, wait_ms)
  await(what, wait.looking(is_done), wait_ms)
end

-- A frontend of the daemon. What it is told is in `told`, a list by method.
local function connect(server)
  local told, self = {}, nil
  self = frontend.start({ server.path }, function(method, params)
    told[method] = told[method] or {}
    table.insert(told[method], params)
    if self.on then
      self.on(method, params)
    end
  end)
  self.told = told

  function self.is_told(method)
    return told[method] ~= nil
  end
  return self
end

-- Ends a daemon in peace.
local function stop(server)
  local status = server:kill("sigterm")
  assert(status == 0, server.errors)
end

-- The state of a process, a letter, and its parent; nil when it is gone.
local function look_at(pid)
  local file = io.open("/proc/" .. pid .. "/stat")
  local text = file and file:read("a") or ""
  if file then
    file:close()
  end
  return text:match("%) (%a) (%d+)")
end

local function is_alive(pid)
  local state = look_at(pid)
  return state ~= nil and not state:find("[ZX]")
end

-- The process of a kind: the `number`th that was started, once it is there.
local function pid_of(server, kind, number)
  local pids
  await(kind .. " is started", function()
    pids = {}
    local pattern = "event=process_started name=" .. kind .. " pid=(%d+)"
    for pid in server.errors:gmatch(pattern) do
      pids[#pids + 1] = tonumber(pid)
    end
    return pids[number]
  end)
  return pids[number]
end

-- The processes that one has started.
local function children_of(pid)
  local found = {}
  for name in uv.fs_scandir_next, assert(uv.fs_scandir("/proc")) do
    local state, parent = nil, nil
    if name:find("^%d+$") then
      state, parent = look_at(name)
    end
    if tonumber(parent) == pid and state ~= "Z" then
      found[#found + 1] = tonumber(name)
    end
  end
  return found
end

-- Makes a game of bots with an open seed and watches it; its id. How many were
-- made so is in `made`.
local function watch_bots(person, seed)
  local made = person:ask("game.create", {
    game = "castle", players = { "steward", "random" }, seed = seed,
  })
  person:ask("game.watch", { game = made.game })
  person.made = (person.made or 0) + 1
  return made.game
end

-- How often it was told by this method.
local function count_told(person, method)
  return #(person.told[method] or {})
end

-- Whether all games of bots are over that it has made.
local function are_over(person)
  return count_told(person, "game.over") == person.made
end

local function seats_of(person, game)
  return person:ask("game.about", { game = game }).seats
end

local list = {} -- of cases
local newest -- the daemon that was started last

-- Starts a daemon with bots and the limits that it has by itself.
local function start(folder, ...)
  newest = daemon.start(folder, { arguments = {
    "--bots", "steward,random", "--messages-per-second", "50",
    "--messages-burst", "200", ...
  } })
  return newest
end

-- Runs a daemon with a variable of its environment set.
local function start_with(folder, name, value)
  local kept = uv.os_getenv(name)
  uv.os_setenv(name, value)
  local holds, server = pcall(start, folder)
  if kept then
    uv.os_setenv(name, kept)
  else
    uv.os_unsetenv(name)
  end
  return holds and server or error(server)
end

list[1] = { "two bots play a whole game without people", function(folder)
  local server = start(folder)
  local person = connect(server)
  local game = watch_bots(person, "x")
  await("the game's end", function() return person.is_told("game.over") end,
        GAME_MS)
  local over = person.told["game.over"][1]
  assert(over.reason == "finished", over.reason)
  assert(over.scores.white > 2 * over.scores.black, "steward did not think")
  local seats = seats_of(person, game)
  for seat = 1, 2 do
    assert(seats[seat].contributes == false)
  end
  assert(seats[1].player == "steward" and seats[2].player == "random")
  person:close()
  stop(server)
end }

list[2] = { "a person plays against steward, and only the person contributes",
function(folder)
  local server = start(folder)
  local person = connect(server)
  person.on = function(method, params)
    if method == "game.question" then
      person.client:call("game.choose", {
        game = params.game, seq = params.seq,
        index = math.random(0, #params.choices - 1),
      })
    end
  end
  local made = person:ask("game.create", {
    game = "castle", players = { "human", "steward" },
  })
  person:ask("game.join", { game = made.game, name = "Ann" })
  await("the game's end", function() return person.is_told("game.over") end,
        GAME_MS)
  assert(person.told["game.over"][1].reason == "finished")
  local seats = seats_of(person, made.game)
  assert(seats[1].contributes == true and seats[1].who == "Ann")
  assert(seats[2].contributes == false and seats[2].player == "steward")
  assert(person:ask("game.verify", { game = made.game }).good)
  person:close()
  stop(server)
end }

list[3] = { "a bot that is killed comes back, and plays on", function(folder)
  local server = start(folder)
  local person = connect(server)
  local whose, question -- whom the game waits for, and what the person is asked
  person.on = function(method, params)
    if method == "game.waiting" then
      whose, question = params.seat, params.seat == 1 and question or nil
    elseif method == "game.question" then
      question = params
    end
  end
  local function await_bot() -- to be asked
    while whose ~= 2 do
      await("a question", function() return question or whose == 2 end)
      if question then
        local params = { game = question.game, seq = question.seq, index = 0 }
        question = nil
        person:ask("game.choose", params)
      end
    end
  end
  local function await_person()
    await("the bot's choices", function() return question end, GAME_MS)
  end
  for number, kind in ipairs { "steward", "random", "steward" } do
    local before = number == 3 and 2 or 1
    local pid = pid_of(server, kind, before)
    local made = person:ask("game.create", {
      game = "castle", players = { "human", kind }, seed = "y",
    })
    person:ask("game.join", { game = made.game, name = "Ann" })
    await_bot()
    await_person() -- it is there
    uv.kill(pid, "sigstop")
    await_bot()
    uv.kill(pid, "sigkill")
    await_person()
    pid_of(server, kind, before + 1)
    person:ask("game.resign", { game = made.game })
    whose = nil
  end
  assert(server.errors:find("event=process_ended name=steward signal=9", 1, true))
  person:close()
  stop(server)
end }

list[4] = { "a bot whose castled connect dies comes back", function(folder)
  local server = start(folder)
  local pid = pid_of(server, "random", 1)
  local children
  await_by_looking("its castled connect", function()
    children = children_of(pid)
    return #children == 1
  end)
  uv.kill(children[1], "sigkill")
  pid_of(server, "random", 2)
  local person = connect(server)
  watch_bots(person, "z")
  await("the game's end", function() return person.is_told("game.over") end,
        GAME_MS)
  person:close()
  stop(server)
end }

-- Hangs when it is loaded by a bot of that kind for the first time.
local HANGING_LUV = [[
if arg[1] == "KIND" and not io.open("MARK") then
  io.open("MARK", "w"):close()
  os.execute("sleep 600")
end
local open, path = package.searchers[3]("luv")
return open("luv", path)
]]

list[5] = { "bots that hang, at their start or later, are started again, and "
.. "play on", function(folder)
  local hung = folder .. "/hung"
  page.write(folder .. "/luv.lua",
             (HANGING_LUV:gsub("KIND", "random"):gsub("MARK", hung)))
  local server = start_with(folder, "LUA_PATH", folder .. "/?.lua;;")
  local person = connect(server)
  local first = person:ask("game.create", {
    game = "castle", players = { "steward", "steward" },
  })
  person:ask("game.watch", { game = first.game })
  await("choices of steward's", function() -- so it is attached
    return count_told(person, "game.event") >= 10
  end)
  uv.kill(pid_of(server, "steward", 1), "sigstop")
  await_by_looking("one that hangs at its start", function()
    return uv.fs_stat(hung)
  end)
  local game = watch_bots(person, "hangs")
  await("the end of a game of both", function()
    local overs = person.told["game.over"] or {}
    return overs[1] and (overs[1].game == game
                         or overs[2] and overs[2].game == game)
  end, SILENT_MS + GAME_MS)
  assert(server.errors:find("event=ended_silent", 1, true), server.errors)
  assert(server.errors:find("event=process_hangs name=random", 1, true),
         server.errors)
  for _, kind in ipairs { "steward", "random" } do
    local _, count = server.errors:gsub("event=process_ended name=" .. kind, "")
    assert(count == 1, kind .. " has ended " .. count .. " times")
  end
  person:close()
  stop(server)
end }

list[6] = { "none of many games waits for the end of another", function(folder)
  local COUNT = 8
  local server = start(folder)
  local person = connect(server)
  local begun, begun_count, begun_before_end = {}, 0, nil
  person.on = function(method, params)
    if method == "game.event" and params.entry > 10 and not begun[params.game] then
      begun[params.game] = true
      begun_count = begun_count + 1
    elseif method == "game.over" then
      begun_before_end = begun_before_end or begun_count
    end
  end
  -- All begin at the same time, however long it takes to make them.
  local pids = { pid_of(server, "steward", 1), pid_of(server, "random", 1) }
  for _, pid in ipairs(pids) do
    uv.kill(pid, "sigstop")
  end
  for i = 1, COUNT do
    watch_bots(person, "many" .. i)
  end
  for _, pid in ipairs(pids) do
    uv.kill(pid, "sigcont")
  end
  await("all games' ends", function() return are_over(person) end, GAME_MS)
  assert(begun_before_end == COUNT, begun_before_end)
  person:close()
  stop(server)
end }

list[7] = { "bots end with the daemon, however it ends", function(folder)
  for _, signal in ipairs { "sigterm", "sigkill" } do
    local server = start(folder)
    local pids = { pid_of(server, "steward", 1), pid_of(server, "random", 1) }
    local person = connect(server)
    watch_bots(person, signal)
    await("some events", function() return person.is_told("game.event") end)
    person:close()
    for i = 1, 2 do
      table.move(children_of(pids[i]), 1, 9, #pids + 1, pids)
    end
    server:kill(signal)
    await_by_looking("the bots' ends", function()
      for _, pid in ipairs(pids) do
        if is_alive(pid) then
          return false
        end
      end
      return true
    end)
  end
end }

list[8] = { "games of bots go on after the daemon was killed", function(folder)
  local server = start(folder)
  local person = connect(server)
  local game = watch_bots(person, "again")
  await("some events", function() return person.is_told("game.event") end)
  person:close()
  server:kill("sigkill")
  server = start(folder)
  person = connect(server)
  await_by_looking("the game's end", function()
    return person:ask("game.about", { game = game }).state == "over"
  end, GAME_MS)
  person:close()
  stop(server)
end }

local function check_refused(server)
  await("a warning", function()
    local _, count = server.errors:gsub("event=process_missing", "")
    return count == 2
  end)
  local person = connect(server)
  local failure = person:try("game.create", {
    game = "castle", players = { "human", "steward" },
  })
  assert(failure and failure.code == 2, "a game with steward was made")
  assert(failure.message:find("steward", 1, true), failure.message)
  person:ask("game.create", { game = "castle" })
  person:close()
  stop(server)
end

list[9] = { "without lua5.4 games with bots are refused", function(folder)
  check_refused(start_with(folder, "PATH", "/nowhere"))
end }

list[10] = { "without lua-luv games with bots are refused", function(folder)
  check_refused(start_with(folder, "LUA_CPATH", "/nowhere/?.so"))
end }

list[11] = { "--bots says which bots there are", function(folder)
  local server = start(folder, "--bots", "random")
  local person = connect(server)
  pid_of(server, "random", 1)
  local failure = person:try("game.create", {
    game = "castle", players = { "steward", "random" },
  })
  assert(failure and failure.message:find("steward", 1, true))
  person:close()
  stop(server)
  assert(not server.errors:find("name=steward", 1, true))

  local nobody = daemon.spawn(daemon.program, {
    "serve", "--data", folder, "--socket", folder .. "/socket",
    "--listen", "none", "--pages", "off", "--bots", "nobody",
  })
  assert(nobody:finish() == 2)
  assert(nobody.errors:find("there is no bot 'nobody'", 1, true),
         nobody.errors)
end }

list[12] = { "nobody else attaches as a bot", function(folder)
  local server = start(folder)
  local person = connect(server)
  for _, key in ipairs { ("0"):rep(64), "", "x" } do
    local failure = person:try("bots.attach", { kind = "steward", key = key })
    assert(failure and failure.code == 2, "it was let in with " .. key)
  end
  person:close()
  stop(server)
end }

-- The file of an example, by the comment in its first line.
local function write_example(folder, kind, name)
  local text = page.read(PAGE)
  for block in text:gmatch("\n```" .. kind .. "\n(.-\n)```") do
    if block:find("^[-#]+ " .. name:gsub("%.", "%%.") .. ":") then
      page.write(folder .. "/" .. name, block)
      return
    end
  end
  error(PAGE .. " has no " .. name)
end

-- Starts a bot of the page with the daemon. It finds the program by CASTLED, or,
-- with a link to it in the folder, as `castled` in PATH.
local function start_example(program, name, folder, server)
  local is_linked = uv.fs_lstat(folder .. "/castled")
  return daemon.spawn("env", {
    "-u", "CASTLED",
    is_linked and "PATH=" .. folder .. ":" .. os.getenv("PATH")
      or "CASTLED=" .. daemon.program,
    "LUA_PATH=lua/?.lua;;", program, folder .. "/" .. name, server.path,
  })
end

local function finish_example(name, bot)
  local status = bot:finish(GAME_MS)
  assert(status == 0 and bot.said:find("^over: finished, "),
         name .. ": " .. bot.said .. bot.errors)
end

list[13] = { "the bots of the page play with each other", function(folder)
  write_example(folder, "lua", "bot.lua")
  write_example(folder, "python", "bot.py")
  assert(uv.fs_symlink(daemon.program, folder .. "/castled"))
  local server = start(folder, "--bots", "none")
  local in_lua = start_example("lua5.4", "bot.lua", folder, server)
  local person = connect(server)
  await_by_looking("a game of bot.lua's", function()
    local games = person:ask("games.list", { state = "open" }).games
    return games[1] and games[1].seats[1].who == "bot.lua"
  end)
  local in_python = start_example("python3", "bot.py", folder, server)
  finish_example("bot.lua", in_lua)
  finish_example("bot.py", in_python)
  local games = person:ask("games.list", { state = "over" }).games
  assert(#games == 1 and games[1].seats[2].who == "bot.py")
  assert(games[1].seats[1].contributes and games[1].seats[2].contributes)
  -- Each has signed the end, which the daemon may hear only now.
  await_by_looking("a record that is good", function()
    return person:ask("game.verify", { game = games[1].game }).good
  end)
  person:close()
  stop(server)
end }

list[14] = { "bot.py makes a game where there is none", function(folder)
  write_example(folder, "lua", "bot.lua")
  write_example(folder, "python", "bot.py")
  local server = start(folder, "--bots", "none")
  local in_python = start_example("python3", "bot.py", folder, server)
  local person = connect(server)
  await_by_looking("a game of bot.py's", function()
    local games = person:ask("games.list", { state = "open" }).games
    return games[1] and games[1].seats[1].who == "bot.py"
  end)
  local in_lua = start_example("lua5.4", "bot.lua", folder, server)
  finish_example("bot.py", in_python)
  finish_example("bot.lua", in_lua)
  person:close()
  stop(server)
end }

-- Kills bots of the page while they play, and starts them again; false when their
-- game was over before that.
local function kill_examples(folder)
  write_example(folder, "lua", "bot.lua")
  write_example(folder, "python", "bot.py")
  local server = start(folder, "--bots", "none")
  local person = connect(server)
  local bots = {}
  local function start_bot(name)
    bots[name] = start_example(name == "bot.py" and "python3" or "lua5.4", name,
                               folder, server)
  end
  start_bot("bot.lua")
  await_by_looking("a seat that is kept", function()
    local kept = person:ask("connect.seats").seats[1]
    return kept and kept.seat == 1
  end)
  local game = person:ask("games.list", { state = "open" }).games[1].game
  person:ask("game.watch", { game = game })
  bots["bot.lua"]:kill("sigkill") -- while it waits for another
  start_bot("bot.lua")
  start_bot("bot.py")
  for _, name in ipairs { "bot.py", "bot.lua" } do
    local count = count_told(person, "game.event")
    await("some events, or the end", function()
      return count_told(person, "game.event") >= count + 10
             or person.is_told("game.over")
    end)
    bots[name]:kill("sigkill")
    if person:ask("game.about", { game = game }).state == "over" then
      person:close()
      daemon.clean()
      return false
    end
    start_bot(name)
  end
  finish_example("bot.py", bots["bot.py"])
  finish_example("bot.lua", bots["bot.lua"])
  assert(#person:ask("games.list", { state = "over" }).games == 1)
  assert(#person:ask("games.list", {}).games == 1)
  person:close()
  stop(server)
  return true
end

list[15] = { "a bot of the page that is started again goes on with its game",
function(folder)
  local tries = 0
  wait.until_done(function()
    tries = tries + 1
    local own = folder .. "/" .. tries
    assert(uv.fs_mkdir(own, 448))
    uv.os_setenv("XDG_STATE_HOME", own .. "/state")
    return kill_examples(own)
  end, "game that goes on")
end }

list[16] = { "a bot of the page asks again when the daemon's disk has failed",
function(folder)
  write_example(folder, "lua", "bot.lua")
  write_example(folder, "python", "bot.py")
  local server = start(folder, "--bots", "none")
  local person = connect(server)
  local function limit(bytes)
    assert(os.execute(("prlimit --fsize=%s: --pid %d"):format(bytes, server.pid)))
  end
  local in_lua = start_example("lua5.4", "bot.lua", folder, server)
  local game
  await_by_looking("a game", function()
    game = person:ask("games.list", { state = "open" }).games[1]
    return game
  end)
  person:ask("game.watch", { game = game.game })
  local in_python = start_example("python3", "bot.py", folder, server)
  await("some events", function()
    return count_told(person, "game.event") >= 10
  end)
  limit(100)
  person:try("game.create", { game = "castle" }) -- if all else is over
  server:wait_for("event=store_failed")
  daemon.wait(1500)
  limit("unlimited")
  finish_example("bot.lua", in_lua)
  finish_example("bot.py", in_python)
  person:close()
  stop(server)
end }

cases.run(list, {
  before = function()
    local folder = daemon.new_folder()
    uv.os_setenv("XDG_STATE_HOME", folder .. "/state")
    return folder
  end,
  after = function(folder, holds)
    if not holds then
      daemon.clean()
      print("  The daemon's log:\n  " .. newest.errors:gsub("\n", "\n  "))
    end
    os.execute("rm -rf '" .. folder .. "'")
  end,
})
