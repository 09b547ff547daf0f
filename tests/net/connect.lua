-- lua5.4 tests/net/connect.lua [WORD...] -- `castled connect` with a daemon: what
-- a frontend sees of it, whoever is killed meanwhile.
--
-- A case is a function under the clause that it proves; it gets an empty folder
-- and raises when the clause does not hold. With words, only cases with one of
-- them in their names. CASTLED is the program.

package.path = "tests/net/?.lua;lua/?.lua;" .. package.path

local client = require "castled.client"
local daemon = require "load_daemon"
local json   = require "castled.json"
local uv     = require "luv"

daemon.program = assert(uv.fs_realpath(os.getenv("CASTLED")
                                       or "build/release/castled"))

local CHOICES_MAX = 1000 -- a game that takes more does not end
local REFUSED, NOT_NOW = 2, 3

-- Tools -----------------------------------------------------------------------

-- Waits until `is_done()`; `what` is missed if it does not come about.
local function await(what, is_done, wait_ms)
  if not daemon.run_until(is_done, wait_ms) then
    error("this did not come about: " .. what, 2)
  end
end

local running = {} -- what a case has started, to be ended when it fails

-- A port of 127.0.0.1 that nobody listens at.
local function free_port()
  local tcp = uv.new_tcp()
  tcp:bind("127.0.0.1", 0)
  local port = tcp:getsockname().port
  tcp:close()
  return port
end

local function start_daemon(folder, port, ...)
  local server = daemon.start(folder, {
    arguments = { "--bots", "none", "--sealing-seconds", "10",
                  "--listen", "127.0.0.1:" .. port, ... },
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
-- functions that get the params and return result or nil, error.
local function start_fake(path, answers)
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
      connection:write(json.encode {
        jsonrpc = "2.0", id = message.id, result = result, error = failure,
      } .. "\n")
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

-- A frontend that talks through `castled connect`; its seats are kept in
-- `seats`. More arguments are options.
local function frontend(seats, address, ...)
  local self = { games = {}, states = {}, warnings = {} }
  self.client = assert(client.start {
    command = daemon.program,
    arguments = { "connect", "--seats", seats, address, ... },
    on_notification = function(method, params)
      if method == "connect.status" then
        self.states[#self.states + 1] = params.state
      elseif method == "connect.warning" then
        self.warnings[#self.warnings + 1] = params.text
      elseif params.game then
        take_news(self.game(params.game), method, params)
      end
    end,
    on_end = function(status, signal, said)
      self.has_ended, self.status, self.signal, self.said =
        true, status, signal, said
    end,
  })

  running[#running + 1] = function() self.client:kill() end

  function self.game(id)
    self.games[id] = self.games[id] or { events = {}, said = {} }
    return self.games[id]
  end

  -- The error, or nil and the result.
  function self.try(method, params)
    local is_done, failure, result
    self.client:call(method, params, function(...)
      is_done = true
      failure, result = ...
    end)
    await("an answer to " .. method, function()
      return is_done or self.has_ended
    end)
    assert(is_done, self.said)
    return failure, result
  end

  function self.ask(method, params)
    local failure, result = self.try(method, params)
    return failure and error(method .. ": " .. failure.message, 2) or result
  end

  function self.close()
    assert(#self.warnings == 0, self.warnings[1])
    self.client:close()
    await("the end of castled connect", function() return self.has_ended end)
    assert(self.status == 0, self.said)
  end

  function self.kill()
    self.client:kill()
    await("the end of castled connect", function() return self.has_ended end)
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
    asked.ask("game.choose", { game = id, seq = question.seq,
                               index = math.random(#question.choices) - 1 })
    choices = choices + 1
  end
  return choices
end

-- White and black at a sealed game; white comes by the socket, black by HTTP.
local function begin_game(folder, server, port)
  local white = frontend(folder .. "/white", server.path)
  local black = frontend(folder .. "/black", "http://127.0.0.1:" .. port)
  local created = white.ask("game.create", {
    game = "castle", variants = { "german" },
  })
  assert(created.level == 1)
  local id = created.game
  local one = white.ask("game.join", {
    game = id, name = "Ana", contribution = "3 5 1 6",
  })
  local two = black.ask("game.join", { link = id, name = "Ben" })
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

-- All that is told of the game by now has come.
local function settle(players, id)
  for _, player in ipairs(players) do
    player.ask("game.about", { game = id })
  end
end

-- Cases -----------------------------------------------------------------------

local cases = {}

cases["a game is sealed, played and verified"] = function(folder)
  local port = free_port()
  local server = start_daemon(folder, port)
  local id, white, black = begin_game(folder, server, port)
  local both = { white, black }
  await_begun(both, id)
  assert(white.game(id).stage == "done" and white.game(id).lock)
  assert(white.game(id).lock == black.game(id).lock)
  local choices = play(both, id, function() return false end)
  settle(both, id)
  assert(choices > 20 and white.game(id).over and black.game(id).over)
  assert(#white.game(id).events == #black.game(id).events)
  for _, player in ipairs(both) do
    assert(#player.ask("connect.seats").seats == 1)
    local report = player.ask("game.verify", { game = id })
    assert(report.good)
    local last = report.checks[#report.checks]
    assert(last.name == "seen" and last.ok == true, last.says)
    assert(#player.ask("connect.seats").seats == 0, "the seat is still kept")
  end
  white.close()
  black.close()
  server:kill("sigterm")
end

cases["nothing is lost when daemon and connect are killed"] = function(folder)
  local port = free_port()
  local server = start_daemon(folder, port)
  local id, white, black = begin_game(folder, server, port)
  await_begun({ white, black }, id)
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
      black.kill()
      black = frontend(folder .. "/black", "http://127.0.0.1:" .. port)
      local seats = black.ask("connect.seats").seats
      assert(#seats == 1 and seats[1].game == id and seats[1].seat == 2
             and seats[1].here)
      assert(black.ask("game.rejoin", { game = id }).seat == 2)
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
  assert(white.ask("game.verify", { game = id }).good)
  assert(black.ask("game.verify", { game = id }).good)
  white.close()
  black.close()
  server:kill("sigterm")
end

cases["a seat that was asked for is not lost with connect"] = function(folder)
  local port = free_port()
  local server = start_daemon(folder, port)
  local white = frontend(folder .. "/white", server.path)
  local id = white.ask("game.create", { game = "castle" }).game
  white.client:call("game.join", { game = id, name = "Ana" })
  await("the seat on the disk", function()
    return #files(folder .. "/white") > 0
  end)
  white.kill()
  -- Whether the daemon has heard of it or not: the seat is there, or free.
  white = frontend(folder .. "/white", server.path)
  local failure, result = white.try("game.rejoin", { game = id })
  if failure then
    assert(failure.code == REFUSED, failure.message)
    assert(#files(folder .. "/white") == 0)
    result = white.ask("game.join", { game = id, name = "Ana" })
  end
  assert(result.seat == 1)
  white.close()
  server:kill("sigterm")
end

cases["killed while a game is sealed, a seat is sealed all the same"] =
  function(folder)
    local port = free_port()
    local server = start_daemon(folder, port)
    for _ = 1, 5 do
      local id, white, black = begin_game(folder, server, port)
      daemon.wait(math.random(0, 30))
      black.kill()
      black = frontend(folder .. "/black", "http://127.0.0.1:" .. port)
      black.ask("game.rejoin", { game = id })
      await_begun({ white, black }, id)
      assert(black.game(id).stage == "done")
      for _, seat in ipairs(white.ask("game.about", { game = id }).seats) do
        assert(seat.contributes)
      end
      white.close()
      black.close()
    end
    server:kill("sigterm")
  end

cases["the daemon killed while a game is sealed, it is sealed all the same"] =
  function(folder)
    local port = free_port()
    local server = start_daemon(folder, port)
    for _ = 1, 5 do
      local id, white, black = begin_game(folder, server, port)
      daemon.wait(math.random(0, 30))
      server:kill("sigkill")
      server = start_daemon(folder, port)
      await_begun({ white, black }, id)
      white.close()
      black.close()
    end
    server:kill("sigterm")
  end

cases["a held seat is joined by a link"] = function(folder)
  local port = free_port()
  local server = start_daemon(folder, port)
  local url = "http://127.0.0.1:" .. port
  local white = frontend(folder .. "/white", url)
  local created = white.ask("game.create", {
    game = "castle", players = { "human", "held" },
  })
  local invitation = created.invitations[1].invitation
  local link = url .. "/#" .. created.game .. "." .. invitation
  local failure = white.try("game.join", {
    link = link:gsub("127.0.0.1", "example.org"), name = "Ana",
  })
  assert(failure.code == REFUSED and failure.message:find("example.org"))
  failure = white.try("game.join", { link = created.game .. ".wrong",
                                     name = "Ana" })
  assert(failure.code == REFUSED)
  assert(#files(folder .. "/white") == 0)
  assert(white.ask("game.join", { link = link, name = "Ana" }).seat == 2)
  assert(white.ask("game.join", { game = created.game, name = "Ben" }).seat == 1)
  await_begun({ white }, created.game)
  local about = white.ask("game.about", { game = created.game })
  assert(about.seats[1].contributes and about.seats[2].contributes)
  failure = white.try("game.rejoin", { game = created.game })
  assert(failure.code == REFUSED and failure.message:find("say which"))
  white.games[created.game] = nil -- who asks is told all from the beginning
  assert(white.ask("game.rejoin", { game = created.game, seat = 2 }).seat == 2)
  await_begun({ white }, created.game)
  white.close()
  server:kill("sigterm")
end

cases["who watches is told all, once, also after a break"] = function(folder)
  local port = free_port()
  local server = start_daemon(folder, port)
  local id, white, black = begin_game(folder, server, port)
  await_begun({ white, black }, id)
  play({ white, black }, id, function(count) return count == 6 end)
  local watcher = frontend(folder .. "/watcher", server.path)
  watcher.ask("game.watch", { game = id })
  white.ask("game.say", { game = id, text = "hello" })
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
  watcher.close()
  white.close()
  black.close()
  server:kill("sigterm")
end

cases["what was taken back while connect was away is undone"] =
  function(folder)
    local port = free_port()
    local server = start_daemon(folder, port)
    local id, white, black = begin_game(folder, server, port)
    await_begun({ white, black }, id)
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
    asked.ask("game.undo", { game = id, seat = seat })
    await("a question again", function() return asked.game(id).question end)
    server:kill("sigkill")
    server = start_daemon(folder, port)
    other.client.handle:kill("sigcont")
    await("the undo", function() return #other.game(id).events < before end)
    settle(players, id)
    assert(#other.game(id).events == #asked.game(id).events)
    play(players, id, function(count) return count == 4 end)
    white.close()
    black.close()
    server:kill("sigterm")
  end

cases["a rematch is joined with the seat of before"] = function(folder)
  local port = free_port()
  local server = start_daemon(folder, port)
  local id, white, black = begin_game(folder, server, port)
  await_begun({ white, black }, id)
  white.ask("game.resign", { game = id })
  await("the end", function()
    return white.game(id).over and black.game(id).over
  end)
  assert(white.ask("game.verify", { game = id }).good)
  white.ask("game.rematch", { game = id })
  black.ask("game.rematch", { game = id })
  await("the rematch", function() return white.game(id).next end)
  local next_id = white.game(id).next
  assert(white.game(id).next_seat == 2)
  white.kill()
  white = frontend(folder .. "/white", server.path)
  white.ask("game.rejoin", { game = id })
  await("the rematch again", function() return white.game(id).next end)
  assert(white.ask("game.join", { game = next_id, name = "Ana" }).seat == 2)
  assert(black.ask("game.join", { game = next_id, name = "Ben" }).seat == 1)
  await_begun({ white, black }, next_id)
  white.close()
  black.close()
  server:kill("sigterm")
end

cases["players sign what they saw"] = function(folder)
  local port = free_port()
  local server = start_daemon(folder, port)
  local id, white, black = begin_game(folder, server, port)
  await_begun({ white, black }, id)
  play({ white, black }, id, function(count) return count == 12 end)
  local record = white.ask("game.record", { game = id }).record
  for seat = 1, 2 do
    assert(record:find('\nS {"by":' .. seat .. ",", 1, true),
           "seat " .. seat .. " has signed nothing")
  end
  white.close()
  black.close()
  server:kill("sigterm")
end

cases["certificates are checked"] = function(folder)
  local function run(...)
    local command = string.format(...)
    assert(os.execute("cd " .. folder .. " && " .. command .. " 2>errors"),
           command)
  end
  run("openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 "
      .. "-nodes -keyout key.pem -out cert.pem -days 2 -subj /CN=localhost "
      .. "-addext subjectAltName=DNS:localhost,IP:127.0.0.1")
  local port = free_port()
  local server = start_daemon(folder, port,
    "--certificate", folder .. "/cert.pem", "--key", folder .. "/key.pem")
  local url = "https://localhost:" .. port
  local stranger = frontend(folder .. "/seats", url)
  local trusting = frontend(folder .. "/seats", url,
                            "--ca", folder .. "/cert.pem")
  assert(trusting.ask("hello").kind == "daemon")
  await("the end", function() return stranger.has_ended end)
  assert(stranger.status == 2, stranger.said)
  trusting.close()
  server:kill("sigterm")
end

cases["a hint is made of the rules that are here"] = function(folder)
  local port = free_port()
  local server = start_daemon(folder, port)
  local id, white, black = begin_game(folder, server, port)
  await_begun({ white, black }, id)
  await("a question", function()
    return white.game(id).question or black.game(id).question
  end)
  local asked = white.game(id).question and white or black
  local question = asked.game(id).question
  local hint = asked.ask("game.hint", { game = id })
  assert(hint.seq == question.seq and question.choices[hint.index + 1])
  local given = asked.ask("game.position", { game = id })
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
  assert(asked.try("game.verify", { game = id }).code == NOT_NOW)
  white.close()
  black.close()
  server:kill("sigterm")
end

cases["a record of another game is not good"] = function(folder)
  local port = free_port()
  local server = start_daemon(folder, port)
  local player = frontend(folder .. "/seats", server.path)
  local other = player.ask("game.create", { game = "castle", seed = "x" }).game
  for _, name in ipairs { "Ana", "Ben" } do
    player.ask("game.join", { game = other, name = name })
  end
  player.ask("game.resign", { game = other, seat = 1 })
  local record = player.ask("game.record", { game = other }).record
  assert(player.ask("game.verify", { game = other }).good)
  player.close()
  server:kill("sigterm")

  local path = folder .. "/fake.sock"
  start_fake(path, {
    ["game.join"] = function(params)
      return { game = params.game, seat = 1, level = 1 }
    end,
    ["game.record"] = function() return { record = record } end,
  })
  for round = 1, 2 do -- also by who has not come back to the seat
    player = frontend(folder .. "/kept", path)
    if round == 1 then
      player.ask("game.join", { game = "sealed", name = "Ana" })
    end
    local report = player.ask("game.verify", { game = "sealed" })
    local last = report.checks[#report.checks]
    assert(not report.good and last.name == "seen" and last.ok == false)
    assert(last.says:find("was to be sealed", 1, true), last.says)
    assert(#player.ask("connect.seats").seats == 1)
    player.close()
  end
end

cases["nobody is sent to another daemon"] = function(folder)
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
  local sent = frontend(folder .. "/seats",
                        "ws://127.0.0.1:" .. first:getsockname().port)
  await("the end", function() return sent.has_ended end)
  assert(sent.status == 2 and was_there, sent.said)
  assert(not was_elsewhere, "it went where it was sent")
end

cases["what a stranger says is shown without control characters"] =
  function(folder)
    local path = folder .. "/fake.sock"
    start_fake(path, {
      hello = function()
        return nil, { code = 2, message = "\27]0;x\7\27[2J\u{9b}2J\127" }
      end,
    })
    for _, verbose in ipairs { {}, { "--verbose" } } do
      local fooled = frontend(folder .. "/seats", path, table.unpack(verbose))
      await("the end", function() return fooled.has_ended end)
      assert(fooled.status == 2, fooled.said)
      assert(fooled.said:find("\\x1b]0;x", 1, true), fooled.said)
      assert(not fooled.said:gsub("\n", ""):find("[%c\127]"), fooled.said)
      assert(not fooled.said:find("\u{9b}", 1, true))
    end
  end

cases["without a daemon it ends with 2 and a sentence"] = function(folder)
  local all = {
    frontend(folder .. "/seats", folder .. "/nobody.sock"),
    frontend(folder .. "/seats", "http://127.0.0.1:" .. free_port()),
  }
  for _, nobody in ipairs(all) do
    await("the end", function() return nobody.has_ended end)
    assert(nobody.status == 2, nobody.status)
    assert(nobody.said:find("cannot connect to"), nobody.said)
  end
end

cases["who uses a name that the daemon does not go by is told so"] =
  function(folder)
    local port = free_port()
    local server = start_daemon(folder, port)
    -- The same address, and not as the daemon knows it.
    local refused = frontend(folder .. "/seats", "http://127.1:" .. port)
    local lost = frontend(folder .. "/seats", "http://127.0.0.1:" .. port
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
  end

cases["what is wrong on the command line ends with 2"] = function()
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
end

cases["what is said on stderr has no secrets"] = function(folder)
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
end

-- Running ---------------------------------------------------------------------

local function is_wanted(name)
  for _, word in ipairs(arg) do
    if name:find(word, 1, true) then
      return true
    end
  end
  return #arg == 0
end

local names = {}
for name in pairs(cases) do
  names[#names + 1] = name
end
table.sort(names)

math.randomseed(tonumber(os.getenv("SEED")) or 1)
local passed, failed = 0, 0
for _, name in ipairs(names) do
  if is_wanted(name) then
    local folder = daemon.new_folder()
    local is_good, problem = xpcall(cases[name], debug.traceback, folder)
    for _, finish in ipairs(running) do
      finish()
    end
    running = {}
    os.execute("rm -r " .. folder)
    if is_good then
      passed = passed + 1
    else
      failed = failed + 1
      print(name .. ": " .. tostring(problem))
    end
  end
end
print(passed .. " cases passed" .. (failed > 0 and ", " .. failed .. " failed"
                                    or ""))
os.exit(failed == 0 and 0 or 1)
