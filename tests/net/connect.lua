-- lua5.4 tests/net/connect.lua [WORD...] -- `castled connect` with a daemon: what
-- a frontend sees of it, whoever is killed meanwhile.
--
-- A case is a function under the clause that it proves; it gets an empty folder
-- and raises when the clause does not hold. With words, only cases with one of
-- them in their names. CASTLED is the program.

package.path = "tests/net/?.lua;lua/?.lua;" .. package.path

local cases    = require "cases"
local client   = require "castled.client"
local daemon   = require "load_daemon"
local frontend = require "frontend"
local json     = require "castled.json"
local uv       = require "luv"

daemon.program = assert(uv.fs_realpath(os.getenv("CASTLED")
                                       or "build/release/castled"))

local CHOICES_MAX = 1000 -- a game that takes more does not end
local REFUSED, NOT_NOW, TOO_MUCH = 2, 3, 6
local ROOT = os.getenv("CASTLED_ROOT") or "."

local await = daemon.await

local running = {} -- what a case has started, to be ended when it fails

local last_port = 10000 + math.tointeger(uv.os_getpid()) % 20000

-- A port of 127.0.0.1 that nobody listens at. It is none of those that are given
-- to who wants any (ip_local_port_range): a daemon that is killed finds it free
-- again.
local function free_port()
  local is_free
  repeat
    last_port = last_port + 1
    local tcp = uv.new_tcp()
    is_free = tcp:bind("127.0.0.1", last_port)
      and tcp:listen(1, function() end)
    tcp:close()
  until is_free
  return last_port
end

local function start_daemon(folder, port, ...)
  local server = daemon.start(folder, {
    arguments = { "--listen", "127.0.0.1:" .. port, ... },
  })
  running[#running + 1] = function()
    if not server.status then
      server:kill("sigkill")
    end
  end
  return server
end

-- Listens with a pipe or a TCP handle: `on_bytes(connection, bytes)`.
local function listen(handle, on_bytes)
  running[#running + 1] = function() handle:close() end
  assert(handle:listen(8, function()
    local connection = getmetatable(handle) == getmetatable(uv.new_tcp())
                       and uv.new_tcp() or uv.new_pipe(false)
    handle:accept(connection)
    connection:read_start(function(_, bytes)
      if bytes then
        on_bytes(connection, bytes)
      elseif not connection:is_closing() then
        connection:close()
      end
    end)
  end))
end

-- Something at a Unix socket that says it is a daemon; `answers` by method are
-- functions that get the params and return result or nil, error. What it says first
-- takes so long, if that is given.
local function start_fake(path, answers, slow_ms)
  local pipe = uv.new_pipe(false)
  assert(pipe:bind(path))
  answers.hello = answers.hello or function()
    return { server = "castled", protocol = 1, kind = "daemon" }
  end
  listen(pipe, function(connection, bytes)
    for line in bytes:gmatch("[^\n]+") do
      local message = json.decode(line)
      local answer = assert(answers[message.method], message.method)
      local result, failure = answer(message.params)
      local timer = uv.new_timer()
      timer:start(slow_ms or 0, 0, function()
        timer:close()
        if connection:is_closing() then
          return
        end
        connection:write(json.encode {
          jsonrpc = "2.0", id = message.id, result = result, error = failure,
        } .. "\n")
      end)
      slow_ms = nil
    end
  end)
end

-- What a frontend knows of one game. Each event comes once, in its order.
local function take_news(game, method, params)
  if method == "game.event" then
    assert(params.entry == #game.events + 1,
           "event " .. params.entry .. " behind " .. #game.events)
    game.events[params.entry] = params
  elseif method == "game.undone" then
    for entry = #game.events, params.entry + 1, -1 do
      game.events[entry] = nil
    end
  elseif method == "game.question" then
    game.question = params
  elseif method == "game.over" then
    assert(not game.over, "it is over twice")
    game.over = params
  elseif method == "game.said" then
    game.said[#game.said + 1] = params.text
  elseif method == "game.sealing" then
    assert(not params.record and not params.lines, "a record is passed on")
    game.stage = params.stage
    game.lock = params.lock or game.lock
  elseif method == "game.rematch" then
    game.next, game.next_seat = params.next, params.seat
  end
end

-- A frontend whose seats are kept in `seats`. More arguments are options.
local function connect(seats, address, ...)
  local games, states, warnings = {}, {}, {}
  local function game_of(id)
    games[id] = games[id] or { events = {}, said = {} }
    return games[id]
  end
  local function on_news(method, params)
    if method == "connect.status" then
      -- That an answer takes long ("waiting") says nothing of the connection.
      if params.state ~= "waiting" and params.state ~= states[#states] then
        states[#states + 1] = params.state
      end
    elseif method == "connect.warning" then
      warnings[#warnings + 1] = params.text
    elseif params.game then
      take_news(game_of(params.game), method, params)
    end
  end
  local self = frontend.start({ "--seats", seats, address, ... }, on_news)
  self.games, self.states, self.game = games, states, game_of
  running[#running + 1] = function() self.client:kill() end

  -- Takes what it was warned of.
  function self.take_warnings()
    local taken = warnings
    warnings = {}
    return taken
  end

  function self.close()
    assert(#warnings == 0, warnings[1])
    frontend.close(self)
  end
  return self
end

-- The seats that are kept there.
local function files(folder)
  local list = {}
  local scan = uv.fs_scandir(folder)
  for name in function() return scan and uv.fs_scandir_next(scan) end do
    if name:find("%.seat$") then
      list[#list + 1] = name
    end
  end
  return list
end

-- Plays a game between two frontends by random choices, until `is_done()`.
-- Answers that are lost do not matter: who is asked again chooses again.
local function play(players, id, is_done)
  local choices = 0
  while not is_done(choices) do
    assert(choices < CHOICES_MAX, "the game has no end")
    local asked
    await("a question, or the end", function()
      for _, player in ipairs(players) do
        local game = player.game(id)
        asked = game.question and player or asked
        if game.over then
          return true
        end
      end
      return asked
    end)
    if not asked then
      return choices
    end
    local game = asked.game(id)
    local question = game.question
    game.question = nil
    asked:ask("game.choose", { game = id, seq = question.seq,
                               index = math.random(#question.choices) - 1 })
    choices = choices + 1
  end
  return choices
end

-- White and black at a sealed game; white comes by the socket, black by HTTP.
local function begin_game(folder, server, port)
  local white = connect(folder .. "/white", server.path)
  local black = connect(folder .. "/black", "http://127.0.0.1:" .. port)
  local created = white:ask("game.create", {
    game = "castle", variants = { "german" },
  })
  assert(created.level == 1)
  local id = created.game
  local one = white:ask("game.join", {
    game = id, name = "Ana", contribution = "3 5 1 6",
  })
  local two = black:ask("game.join", { link = id, name = "Ben" })
  assert(one.seat == 1 and two.seat == 2 and not one.token)
  return id, white, black
end

local function await_begun(players, id)
  for _, player in ipairs(players) do
    await("the first event", function()
      return #player.game(id).events > 0
    end)
  end
end

-- A daemon, and the two in a game that has begun there.
local function begin_sealed(folder)
  local port = free_port()
  local server = start_daemon(folder, port)
  local id, white, black = begin_game(folder, server, port)
  await_begun({ white, black }, id)
  return id, white, black, server, port
end

-- The players go, and then the daemon.
local function leave(server, ...)
  for _, player in ipairs { ... } do
    player:close()
  end
  server:kill("sigterm")
end

-- All that is told of the game by now has come.
local function settle(players, id)
  for _, player in ipairs(players) do
    player:ask("game.about", { game = id })
  end
end

-- Both players' programs have signed the end of a game that is over, which each does
-- by itself; only then nothing of it is the daemon's word.
local function await_signed(player, id)
  await("both signatures", function()
    local record = player:ask("game.record", { game = id }).record
    local last = record:match('.*\nE {"by":0,"d":{"reason":.-"seq":(%d+)')
    local _, count = record:gsub('\nS {"by":[12],"seq":' .. last .. ",", "")
    return count == 2
  end)
end

local list = {}

-- Adds the case that proves a clause.
local function case(clause, prove)
  list[#list + 1] = { clause, prove }
end

case("a game is sealed, played and verified", function(folder)
  local id, white, black, server = begin_sealed(folder)
  local both = { white, black }
  assert(white.game(id).stage == "done" and white.game(id).lock)
  assert(white.game(id).lock == black.game(id).lock)
  local choices = play(both, id, function() return false end)
  settle(both, id)
  assert(choices > 20 and white.game(id).over and black.game(id).over)
  assert(#white.game(id).events == #black.game(id).events)
  await_signed(white, id)
  for _, player in ipairs(both) do
    assert(#player:ask("connect.seats").seats == 1)
    local report = player:ask("game.verify", { game = id })
    assert(report.good)
    local last = report.checks[#report.checks]
    assert(last.name == "seen" and last.ok == true, last.says)
    assert(#player:ask("connect.seats").seats == 0, "the seat is still kept")
  end
  leave(server, white, black)
end)

case("scripts that are not those of this machine are told before the game",
  function(folder)
    local port = free_port()
    local server = start_daemon(folder, port)
    local before, here = os.getenv("CASTLED_ROOT"), folder .. "/here"
    assert(os.execute(("mkdir %s && cp -r %s/scripts %s/variants %s"):format(
                      here, ROOT, ROOT, here)))
    local script = assert(io.open(here .. "/scripts/castle/result.lua", "a"))
    script:write("-- nobody gets 100 more\n")
    script:close()
    uv.os_setenv("CASTLED_ROOT", here)
    local id, white, black = begin_game(folder, server, port)
    if before then
      uv.os_setenv("CASTLED_ROOT", before)
    else
      uv.os_unsetenv("CASTLED_ROOT")
    end
    await_begun({ white, black }, id)
    for _, player in ipairs { white, black } do
      local warnings = player.take_warnings()
      assert(#warnings == 1, #warnings)
      assert(warnings[1]:find("changed to favour somebody: "
                              .. "scripts/castle/result.lua$"), warnings[1])
    end
    white:ask("game.resign", { game = id })
    await("the end", function() return white.game(id).over end)
    await_signed(white, id)
    local report = white:ask("game.verify", { game = id })
    assert(not report.good and report.verdict == "open", report.says)
    assert(report.says:find("its scripts are not those of this castled", 1, true))
    assert(report.checks[4].name == "scripts" and report.checks[4].ok == json.null)
    assert(#white:ask("connect.seats").seats == 0, "the seat is still kept")
    leave(server, white, black)
  end)

case("an end that was not signed for our seat is missed", function(folder)
  local id, white, black, server = begin_sealed(folder)
  local both = { white, black }
  play(both, id, function(count) return count == 8 end)
  settle(both, id)
  -- What white has seen signed by now; a daemon that signs no more is that.
  assert(os.execute(("cd %s/white && for file in *.head; do cp $file $file.early; done")
                    :format(folder)))
  white:ask("game.resign", { game = id })
  await("the end", function() return white.game(id).over end)
  await_signed(white, id)
  white:close()
  assert(os.execute(("cd %s/white && for file in *.head; do mv $file.early $file; done")
                    :format(folder)))
  white = connect(folder .. "/white", server.path)
  local report = white:ask("game.verify", { game = id })
  local last = report.checks[#report.checks]
  assert(last.name == "seen" and last.ok == json.null, last.says)
  assert(not report.good and report.verdict == "open", report.says)
  assert(report.says:find(" checked: its end was not signed for our seat.", 1, true),
         report.says)
  assert(black:ask("game.verify", { game = id }).good)
  leave(server, white, black)
end)

case("nothing is lost when daemon and connect are killed", function(folder)
  local id, white, black, server, port = begin_sealed(folder)
  for round = 1, 3 do
    play({ white, black }, id, function(count) return count == 8 end)
    server:kill("sigkill")
    -- Asked while nobody is there: it is answered when the daemon is back.
    local view
    white.client:call("game.view", { game = id, seat = 1 },
                      function(_, result) view = result end)
    server = start_daemon(folder, port)
    await("an answer that had to wait", function() return view end)
    await("the other one to be back", function()
      return black.states[#black.states] == "connected"
    end)
    if round == 2 then
      local known = #black.game(id).events
      black:kill()
      black = connect(folder .. "/black", "http://127.0.0.1:" .. port)
      local seats = black:ask("connect.seats").seats
      assert(#seats == 1 and seats[1].game == id and seats[1].seat == 2
             and seats[1].here)
      assert(black:ask("game.rejoin", { game = id }).seat == 2)
      await("the events so far", function()
        return #black.game(id).events >= known
      end)
    end
  end
  assert(#white.states == 7) -- connected, and three times away and back
  play({ white, black }, id, function() return false end)
  settle({ white, black }, id)
  assert(#white.game(id).events == #black.game(id).events)
  for entry, event in ipairs(white.game(id).events) do
    assert(event.event == black.game(id).events[entry].event)
  end
  await_signed(white, id)
  assert(white:ask("game.verify", { game = id }).good)
  assert(black:ask("game.verify", { game = id }).good)
  leave(server, white, black)
end)

case("a seat that was asked for is not lost with connect", function(folder)
  local port = free_port()
  local server = start_daemon(folder, port)
  local white = connect(folder .. "/white", server.path)
  local id = white:ask("game.create", { game = "castle" }).game
  white.client:call("game.join", { game = id, name = "Ana" })
  await("the seat on the disk", function()
    return #files(folder .. "/white") > 0
  end)
  white:kill()
  -- Whether the daemon has heard of it or not: the seat is there, or free.
  white = connect(folder .. "/white", server.path)
  local failure, result = white:try("game.rejoin", { game = id })
  if failure then
    assert(failure.code == REFUSED, failure.message)
    assert(#files(folder .. "/white") == 0)
    result = white:ask("game.join", { game = id, name = "Ana" })
  end
  assert(result.seat == 1)
  white:close()
  server:kill("sigterm")
end)

case("killed while a game is sealed, a seat is sealed all the same",
  function(folder)
    local port = free_port()
    local server = start_daemon(folder, port)
    for _ = 1, 5 do
      local id, white, black = begin_game(folder, server, port)
      daemon.wait(math.random(0, 30))
      black:kill()
      black = connect(folder .. "/black", "http://127.0.0.1:" .. port)
      black:ask("game.rejoin", { game = id })
      await_begun({ white, black }, id)
      local stage = black.game(id).stage -- nil: it had begun before the kill
      assert(stage == nil or stage == "done", stage)
      for _, seat in ipairs(white:ask("game.about", { game = id }).seats) do
        assert(seat.contributes)
      end
      white:close()
      black:close()
    end
    server:kill("sigterm")
  end)

case("the daemon killed while a game is sealed, it is sealed all the same",
  function(folder)
    local port = free_port()
    local server = start_daemon(folder, port)
    for _ = 1, 5 do
      local id, white, black = begin_game(folder, server, port)
      daemon.wait(math.random(0, 30))
      server:kill("sigkill")
      server = start_daemon(folder, port)
      await_begun({ white, black }, id)
      white:close()
      black:close()
    end
    server:kill("sigterm")
  end)

-- Asks until it is not too much for the daemon.
local function ask_patiently(player, method, params)
  local failure, result
  await(method .. " is not too much", function()
    failure, result = player:try(method, params)
    if failure and failure.code == TOO_MUCH then
      daemon.wait(1000)
    end
    return not failure or failure.code ~= TOO_MUCH
  end)
  return assert(result, failure and failure.message)
end

case("who says too much while a game is sealed has a part in it all the same",
  function(folder)
    local port = free_port()
    local server = start_daemon(folder, port, "--messages-per-second", "1",
                                "--messages-burst", "3",
                                "--sealing-seconds", "300")
    local operator = connect(folder .. "/operator", server.path)
    local id = operator:ask("game.create", { game = "castle" }).game
    local players = {}
    for seat, name in ipairs { "Ana", "Ben" } do
      players[seat] = connect(folder .. "/" .. name, "http://127.0.0.1:" .. port)
      ask_patiently(players[seat], "game.join", { game = id, name = name })
    end
    await_begun(players, id)
    for _, seat in ipairs(operator:ask("game.about", { game = id }).seats) do
      assert(seat.contributes, seat.who .. " has no part in it")
    end
    leave(server, operator, table.unpack(players))
  end)

case("a held seat is joined by a link", function(folder)
  local port = free_port()
  local server = start_daemon(folder, port)
  local url = "http://127.0.0.1:" .. port
  local white = connect(folder .. "/white", url)
  local created = white:ask("game.create", {
    game = "castle", players = { "human", "held" },
  })
  local invitation = created.invitations[1].invitation
  local link = url .. "/games/" .. created.game .. "#" .. invitation
  local failure = white:try("game.join", {
    link = link:gsub("127.0.0.1", "example.org"), name = "Ana",
  })
  assert(failure.code == REFUSED and failure.message:find("example.org"))
  failure = white:try("game.join", { link = created.game .. ".wrong",
                                     name = "Ana" })
  assert(failure.code == REFUSED)
  assert(#files(folder .. "/white") == 0)
  assert(white:ask("game.join", { link = link, name = "Ana" }).seat == 2)
  assert(white:ask("game.join", { game = created.game, name = "Ben" }).seat == 1)
  await_begun({ white }, created.game)
  local about = white:ask("game.about", { game = created.game })
  assert(about.seats[1].contributes and about.seats[2].contributes)
  failure = white:try("game.rejoin", { game = created.game })
  assert(failure.code == REFUSED and failure.message:find("say which"))
  white.games[created.game] = nil -- who asks is told all from the beginning
  assert(white:ask("game.rejoin", { game = created.game, seat = 2 }).seat == 2)
  await_begun({ white }, created.game)
  white:close()
  server:kill("sigterm")
end)

case("behind a restore from a backup the game goes on, and is told of",
  function(folder)
    local id, white, black, server, port = begin_sealed(folder)
    local both = { white, black }
    local watcher = connect(folder .. "/watcher", server.path)
    watcher:ask("game.watch", { game = id })
    play(both, id, function(count) return count == 6 end)
    settle(both, id)
    local copy = folder .. "/copy.db"
    local backup = daemon.spawn(daemon.program, { "admin", "--socket", server.path,
                                                  "backup", copy })
    assert(backup:finish() == 0, backup.errors)
    play(both, id, function(count) return count == 5 end)
    settle(both, id)
    server:kill("sigterm")
    assert(os.execute(("rm %s/castled.db* && cp %s %s/castled.db")
                      :format(folder, copy, folder)))
    server = start_daemon(folder, port)
    for _, player in ipairs { white, black, watcher } do
      local warnings
      await("a warning, and to players where the heads are", function()
        warnings = warnings or {}
        table.move(player.take_warnings(), 1, 9, #warnings + 1, warnings)
        return #warnings == (player == watcher and 1 or 2)
      end)
      local first, last = warnings[1]:match("^entries (%d+) to (%d+) of this game's "
        .. "record were signed by the daemon, and are not in its record now: it was "
        .. "restored from a backup, or it cheats")
      assert(first and tonumber(first) <= tonumber(last), warnings[1])
      local kept = (warnings[2] or ""):match("is kept in '(.+%.gone)'")
      assert(player == watcher or uv.fs_stat(kept), warnings[2])
    end
    -- Who comes back with another program knows it too.
    white:close()
    white = connect(folder .. "/white", server.path)
    white:ask("game.rejoin", { game = id })
    both = { white, black }
    play(both, id, function() return false end)
    settle(both, id)
    for _, player in ipairs(both) do
      local report = player:ask("game.verify", { game = id })
      local last = report.checks[#report.checks]
      assert(last.name == "seen" and last.ok == json.null, last.says)
      assert(last.says:find("restored from a backup", 1, true), last.says)
      assert(report.verdict == "open", report.says)
    end
    assert(not server.errors:find("signature_refused", 1, true), server.errors)
    leave(server, white, black, watcher)
  end)

case("a signature of what the daemon does not have is refused, and logged once",
  function(folder)
    local id, white, black, server = begin_sealed(folder)
    await("a question", function()
      return white.game(id).question or black.game(id).question
    end)
    local asked = white.game(id).question and white or black
    local params = { game = id, seq = asked.game(id).question.seq, index = 0,
                     ack = { entry = 9999, signature = ("0"):rep(128) } }
    for _ = 1, 2 do
      local failure = asked:try("game.choose", params)
      assert(failure.message:find("^you have signed entry 9999 of this game's record, "
        .. "which ends with entry %d+ here: was the daemon restored from a backup%?$"),
        failure.message)
    end
    params.ack = nil
    asked:ask("game.choose", params)
    local _, count = server.errors:gsub("event=signature_refused", "")
    assert(count == 1, server.errors)
    leave(server, white, black)
  end)

case("who watches is told all, once, also after a break", function(folder)
  local id, white, black, server, port = begin_sealed(folder)
  play({ white, black }, id, function(count) return count == 6 end)
  local watcher = connect(folder .. "/watcher", server.path)
  watcher:ask("game.watch", { game = id })
  white:ask("game.say", { game = id, text = "hello" })
  await("a saying", function() return #watcher.game(id).said == 1 end)
  server:kill("sigkill")
  server = start_daemon(folder, port)
  await("the connections", function()
    return watcher.states[3] and white.states[3] and black.states[3]
  end)
  play({ white, black }, id, function(count) return count == 6 end)
  settle({ white, black, watcher }, id)
  await("all events", function()
    return #watcher.game(id).events == #white.game(id).events
  end)
  assert(#watcher.game(id).said == 1)
  leave(server, white, black, watcher)
end)

case("what was taken back while connect was away is undone",
  function(folder)
    local id, white, black, server, port = begin_sealed(folder)
    -- Until there is a choice that can be taken back.
    local players = { white, black }
    local asked, seat
    play(players, id, function()
      for index, player in ipairs(players) do
        local question = player.game(id).question
        if question and question.may_undo then
          asked, seat = player, index
        end
      end
      return asked
    end)
    local other = players[3 - seat]
    settle(players, id)
    local before = #other.game(id).events
    other.client.handle:kill("sigstop")
    asked.game(id).question = nil
    asked:ask("game.undo", { game = id, seat = seat })
    await("a question again", function() return asked.game(id).question end)
    server:kill("sigkill")
    server = start_daemon(folder, port)
    other.client.handle:kill("sigcont")
    await("the undo", function() return #other.game(id).events < before end)
    settle(players, id)
    assert(#other.game(id).events == #asked.game(id).events)
    play(players, id, function(count) return count == 4 end)
    leave(server, white, black)
  end)

case("a rematch is joined with the seat of before", function(folder)
  local id, white, black, server = begin_sealed(folder)
  white:ask("game.resign", { game = id })
  await("the end", function()
    return white.game(id).over and black.game(id).over
  end)
  await_signed(white, id)
  assert(white:ask("game.verify", { game = id }).good)
  white:ask("game.rematch", { game = id })
  black:ask("game.rematch", { game = id })
  await("the rematch", function() return white.game(id).next end)
  local next_id = white.game(id).next
  assert(white.game(id).next_seat == 2)
  white:kill()
  white = connect(folder .. "/white", server.path)
  white:ask("game.rejoin", { game = id })
  await("the rematch again", function() return white.game(id).next end)
  assert(white:ask("game.join", { game = next_id, name = "Ana" }).seat == 2)
  assert(black:ask("game.join", { game = next_id, name = "Ben" }).seat == 1)
  await_begun({ white, black }, next_id)
  leave(server, white, black)
end)

case("players sign what they saw", function(folder)
  local id, white, black, server = begin_sealed(folder)
  play({ white, black }, id, function(count) return count == 12 end)
  local record = white:ask("game.record", { game = id }).record
  for seat = 1, 2 do
    assert(record:find('\nS {"by":' .. seat .. ",", 1, true),
           "seat " .. seat .. " has signed nothing")
  end
  leave(server, white, black)
end)

case("players sign the end, and no choice is the daemon's word", function(folder)
  local id, white, black, server = begin_sealed(folder)
  play({ white, black }, id, function(count) return count == 12 end)
  black:ask("game.resign", { game = id })
  await("the end", function()
    return white.game(id).over and black.game(id).over
  end)
  await_signed(white, id)
  local report = white:ask("game.verify", { game = id })
  assert(report.verdict == "good" and report.says == "All is good with this record.",
         report.says)
  local before = white:ask("game.record", { game = id }).record
  white:kill()
  white = connect(folder .. "/white", server.path)
  white:ask("game.rejoin", { game = id }) -- it signs again: nothing is added
  await("the end again", function() return white.game(id).over end)
  assert(white:ask("game.record", { game = id }).record == before)
  leave(server, white, black)
end)

case("who played misses the signatures that were taken out", function(folder)
  local id, white, black, server = begin_sealed(folder)
  play({ white, black }, id, function(count) return count == 12 end)
  black:ask("game.resign", { game = id })
  await("the end", function()
    return white.game(id).over and black.game(id).over
  end)
  await_signed(white, id)
  assert(white:ask("game.verify", { game = id }).good)
  local record = black:ask("game.record", { game = id }).record
  leave(server, white, black)
  os.remove(server.path)

  local shown
  start_fake(server.path, { ["game.record"] = function() return { record = shown } end })
  white = connect(folder .. "/white", server.path)
  -- All signatures of players, and the newest of white.
  local newest
  for seq in record:gmatch('\nS {"by":1,"seq":(%d+)') do newest = seq end
  for _, gone in ipairs { '\nS {"by":[12],[^\n]*', '\nS {"by":1,"seq":' .. newest .. ",[^\n]*" } do
    local count
    shown, count = record:gsub(gone, "")
    assert(count > 0, gone)
    local report = white:ask("game.verify", { game = id })
    local last = report.checks[#report.checks]
    assert(last.name == "seen" and last.ok == json.null, last.says)
    assert(last.says:find("choices without a signature are, by seat, 1: "
                          .. report.seats[2].unsigned_choices .. "$"), last.says)
    assert(not report.good and report.verdict == "open", report.says)
    assert(report.says:find("our seat has not signed all that it did.", 1, true), report.says)
  end
  shown = record
  assert(white:ask("game.verify", { game = id }).good)
  white:close()
end)

case("certificates are checked, and what is wrong is said at once", function(folder)
  local function run(...)
    local command = string.format(...)
    assert(os.execute("cd " .. folder .. " && " .. command .. " 2>errors"),
           command)
  end
  local function certify(name, host)
    run("openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 "
        .. "-nodes -keyout %s.key -out %s.pem -days 2 -subj /CN=%s "
        .. "-addext subjectAltName=DNS:%s", name, name, host, host)
  end
  certify("good", "localhost")
  certify("other", "example.org")
  certify("old", "localhost")
  run("openssl req -new -key old.key -subj /CN=localhost "
      .. "-addext subjectAltName=DNS:localhost -out old.csr")
  run("openssl x509 -req -in old.csr -signkey old.key -days -1 -out old.pem")
  local servers, ports = {}, {}
  for _, name in ipairs { "good", "other", "old", "plain" } do
    ports[name] = free_port()
    assert(uv.fs_mkdir(folder .. "/" .. name, 448))
    servers[name] = start_daemon(folder .. "/" .. name, ports[name], table.unpack(
      name == "plain" and {} or { "--certificate", folder .. "/" .. name .. ".pem",
                                  "--key", folder .. "/" .. name .. ".key" }))
  end
  local function try(scheme, name, ca)
    return connect(folder .. "/seats", scheme .. "://localhost:" .. ports[name],
                   table.unpack(ca and { "--ca", folder .. "/" .. ca .. ".pem" } or {}))
  end
  local trusting = try("https", "good", "good")
  assert(trusting:ask("hello").kind == "daemon")
  trusting:close()
  for sentence, tried in pairs {
    ["is not trusted here (--ca FILE"] = { "https", "good" },
    ["is not trusted here (--ca"] = { "https", "good", "other" },
    ["certificate is for another name"] = { "https", "other", "other" },
    ["certificate has expired"] = { "https", "old", "old" },
    ["no TLS is spoken there: is it http://"] = { "https", "plain" },
    ["is it https:// and not http://?"] = { "http", "good" },
  } do
    local stranger = try(table.unpack(tried))
    stranger:wait_for_end()
    assert(stranger.status == 2, stranger.said)
    assert(stranger.said:find(sentence, 1, true), stranger.said)
  end
  -- At once: nothing would be another way at the next try.
  local plain, tries = uv.new_tcp(), 0
  assert(plain:bind("127.0.0.1", 0))
  listen(plain, function(connection)
    tries = tries + 1
    connection:write("HTTP/1.1 400 Bad Request\r\n\r\n")
  end)
  local stranger = connect(folder .. "/seats",
                           "https://127.0.0.1:" .. plain:getsockname().port)
  stranger:wait_for_end()
  assert(stranger.said:find("no TLS is spoken there", 1, true), stranger.said)
  assert(tries == 1, tries)
  for _, server in pairs(servers) do
    server:kill("sigterm")
  end
end)

case("a hint is made of the rules that are here", function(folder)
  local id, white, black, server = begin_sealed(folder)
  await("a question", function()
    return white.game(id).question or black.game(id).question
  end)
  local asked = white.game(id).question and white or black
  local question = asked.game(id).question
  local hint = asked:ask("game.hint", { game = id })
  assert(hint.seq == question.seq and question.choices[hint.index + 1])
  local given = asked:ask("game.position", { game = id })
  local thought
  local host = assert(client.start {
    command = daemon.program, arguments = { "host" },
    on_notification = function() end, on_end = function() end,
  })
  host:call("position.hint", {
    game = given.name, variants = given.variants[1] and given.variants,
    options = given.options, rules = given.rules, position = given.position,
  }, function(failure, result) thought = failure or result end)
  await("an answer of the host", function() return thought end)
  host:close()
  assert(thought.index == hint.index, thought.message)
  assert(asked:try("game.verify", { game = id }).code == NOT_NOW)
  leave(server, white, black)
end)

case("a record of another game is not good", function(folder)
  local port = free_port()
  local server = start_daemon(folder, port)
  local player = connect(folder .. "/seats", server.path)
  local other = player:ask("game.create", { game = "castle", seed = "x" }).game
  for _, name in ipairs { "Ana", "Ben" } do
    player:ask("game.join", { game = other, name = name })
  end
  player:ask("game.resign", { game = other, seat = 1 })
  local record = player:ask("game.record", { game = other }).record
  assert(player:ask("game.verify", { game = other }).good)
  player:close()
  server:kill("sigterm")

  local path = folder .. "/fake.sock"
  start_fake(path, {
    ["game.join"] = function(params)
      return { game = params.game, seat = 1, level = 1 }
    end,
    ["game.record"] = function() return { record = record } end,
  })
  for round = 1, 2 do -- also by who has not come back to the seat
    player = connect(folder .. "/kept", path)
    if round == 1 then
      player:ask("game.join", { game = "sealed", name = "Ana" })
    end
    local report = player:ask("game.verify", { game = "sealed" })
    local last = report.checks[#report.checks]
    assert(not report.good and last.name == "seen" and last.ok == false)
    assert(last.says:find("was to be sealed", 1, true), last.says)
    assert(#player:ask("connect.seats").seats == 1)
    player:close()
  end
end)

case("nobody is sent to another daemon", function(folder)
  local elsewhere, first = uv.new_tcp(), uv.new_tcp()
  assert(elsewhere:bind("127.0.0.1", 0))
  assert(first:bind("127.0.0.1", 0))
  local was_there, was_elsewhere
  listen(elsewhere, function() was_elsewhere = true end)
  listen(first, function(connection)
    was_there = true
    connection:write("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:"
                     .. elsewhere:getsockname().port
                     .. "/ws\r\nContent-Length: 0\r\n\r\n")
  end)
  local sent = connect(folder .. "/seats",
                        "ws://127.0.0.1:" .. first:getsockname().port)
  await("the end", function() return sent.has_ended end)
  assert(sent.status == 2 and was_there, sent.said)
  assert(not was_elsewhere, "it went where it was sent")
end)

case("what a stranger says is shown without control characters",
  function(folder)
    local path = folder .. "/fake.sock"
    start_fake(path, {
      hello = function()
        return nil, { code = 2, message = "\27]0;x\7\27[2J\u{9b}2J\127" }
      end,
    })
    for _, verbose in ipairs { {}, { "--verbose" } } do
      local fooled = connect(folder .. "/seats", path, table.unpack(verbose))
      await("the end", function() return fooled.has_ended end)
      assert(fooled.status == 2, fooled.said)
      assert(fooled.said:find("\\x1b]0;x", 1, true), fooled.said)
      assert(not fooled.said:gsub("\n", ""):find("[%c\127]"), fooled.said)
      assert(not fooled.said:find("\u{9b}", 1, true))
    end
  end)

case("who is slow to answer at first is waited for", function(folder)
  local path = folder .. "/slow.sock"
  start_fake(path, {}, 3500)
  local patient = connect(folder .. "/seats", path)
  await("the connection, or the end", function()
    return patient.states[1] or patient.has_ended
  end)
  assert(patient.states[1] == "connected", patient.said)
  patient:kill()
end)

case("without a daemon it ends with 2 and a sentence", function(folder)
  local all = {
    connect(folder .. "/seats", folder .. "/nobody.sock"),
    connect(folder .. "/seats", "http://127.0.0.1:" .. free_port()),
  }
  for _, nobody in ipairs(all) do
    await("the end", function() return nobody.has_ended end)
    assert(nobody.status == 2, nobody.status)
    assert(nobody.said:find("cannot connect to"), nobody.said)
  end
end)

case("who uses a name that the daemon does not go by is told so",
  function(folder)
    local port = free_port()
    local server = start_daemon(folder, port)
    -- The same address, and not as the daemon knows it.
    local refused = connect(folder .. "/seats", "http://127.1:" .. port)
    local lost = connect(folder .. "/seats", "http://127.0.0.1:" .. port
                                              .. "/nothing")
    for one, sentence in pairs {
      [refused] = "refused (403): a daemon there does not go by the name '127.1'",
      [lost] = "opens no WebSocket: HTTP status 404",
    } do
      await("the end", function() return one.has_ended end)
      assert(one.status == 2, one.status)
      assert(one.said:find(sentence, 1, true), one.said)
    end
    assert(server:kill("sigterm") == 0)
  end)

case("what is wrong on the command line ends with 2", function()
  local function run(...)
    local program = daemon.spawn(daemon.program, { "connect", ... })
    return program:finish(), program.said, program.errors
  end
  local status, said = run("--help")
  assert(status == 0 and said:find("^usage: castled connect"))
  for _, arguments in ipairs {
    { "--no-such" }, { "a.sock", "b" }, { "nowhere" }, { "ftp://nowhere" },
    { "--ca", "x", "a.sock" }, { "--seats", "/dev/null/x", "a.sock" },
  } do
    local errors
    status, said, errors = run(table.unpack(arguments))
    assert(status == 2 and said == "" and errors:find("castled connect:"),
           arguments[1])
  end
end)

case("what is said on stderr has no secrets", function(folder)
  local port = free_port()
  local server = start_daemon(folder, port)
  local white = daemon.spawn(daemon.program, {
    "connect", "--verbose", "--seats", folder .. "/white", server.path,
  })
  white.stdin:write('{"jsonrpc":"2.0","id":1,"method":"game.create",'
                    .. '"params":{"game":"castle","players":["held","human"]}}\n')
  local id, invitation = white:wait_for('"game":"(%w+)".-"invitation":"(%w+)"')
  invitation = invitation or white.said:match('"invitation":"(%w+)"')
  white.stdin:write('{"jsonrpc":"2.0","id":2,"method":"game.join","params":'
                    .. '{"link":"' .. id .. "." .. invitation .. '",'
                    .. '"contribution":"swordfish","name":"Ana"}}\n')
  white:wait_for('"id":2,"result"')
  assert(white:close() == 0, white.errors)
  assert(white.errors:find("game.join", 1, true), white.errors)
  assert(not white.errors:find("swordfish", 1, true))
  assert(not white.errors:find(invitation, 1, true))
  server:kill("sigterm")
end)

math.randomseed(tonumber(os.getenv("SEED")) or 1)
cases.run(list, {
  before = daemon.new_folder,
  after = function(folder)
    for _, finish in ipairs(running) do
      finish()
    end
    running = {}
    os.execute("rm -r " .. folder)
  end,
})
