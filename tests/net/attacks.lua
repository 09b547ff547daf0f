-- What strangers did to a daemon, and what they see of its troubles.

local uv     = require "luv"

local daemon = require "daemon"
local wait   = require "wait"
local wire   = require "wire"
local work   = require "work"

local LONG = '{"jsonrpc":"2.0","id":%d,"method":"protocol.describe"}'

local function start(...)
  return daemon.start { arguments = { ... } }
end

-- Connections from one address of the loopback.
local function many(one, count, from)
  local list = {}
  for i = 1, count do
    list[i] = wire.web(one.port, { from = from })
  end
  return list
end

-- A game with an open seed that has begun: the seats' connections, and the seat
-- that is asked, with its question; nothing when its time is over already.
local function begin(one, clock)
  local seats = { wire.web(one.port), wire.web(one.port) }
  local game = seats[1]:must("game.create",
    { game = "castle", seed = "x", clock = clock }).game
  for i = 1, 2 do
    seats[i]:must("game.join", { game = game, name = "A" .. i })
  end
  for _, seat in ipairs(seats) do
    local asked = seat:call("game.question", { game = game })
    if asked then
      return seat, game, asked
    end
  end
end

local function choose(connection, game, asked)
  return connection:call("game.choose",
    { game = game, seq = asked.seq, index = 0 })
end

-- Writes over parts of the store's file, from the third page on.
local function damage(one)
  local file <close> = assert(io.open(one.folder .. "/castled.db", "r+b"))
  local size = file:seek("end")
  for at = 8192, size - 4096, 12288 do
    file:seek("set", at)
    file:write(("damage"):rep(340))
  end
end

-- What comes for a request, as it is, until the end.
local function answers(one, request)
  local tcp = wire.tcp(one.port)
  tcp:write(request)
  tcp:wait_for_end()
  return select(2, tcp.input:gsub("HTTP/1.1 %d", "")), tcp.input
end

-- Nobody waits for the disk of a daemon whose store is gone.
local function remove_store(one)
  for _, ending in ipairs { "", "-wal", "-shm" } do
    os.remove(one.folder .. "/castled.db" .. ending)
  end
end

return {
  { "who comes with many connections keeps nobody else waiting", function()
    local one = work.start()
    local list = many(one, work.COUNT, "127.0.1.1")
    local done = work.done_before(one, list, many(one, 2, "127.0.1.2"))
    assert(done < work.COUNT / 2, done)
  end },

  { "who asks for many records keeps nobody else's pages waiting", function()
    local one = work.start()
    local _, game = begin(one)
    local done = work.pages_done_before(one, "/games/" .. game .. "/record")
    assert(done < work.PAGE_COUNT / 3, done)
  end },

  { "a choice that was there in time is in time, though it was read late",
  function()
    local GAME_S = 2
    local one, asked_one, game, asked = start(), nil, nil, nil
    wait.until_done(function()
      local began = uv.hrtime()
      asked_one, game, asked = begin(one, { game_s = GAME_S, increment_s = 0 })
      if not asked then
        return false
      end
      one:hold()
      asked_one:send(('{"jsonrpc":"2.0","id":"late","method":"game.choose",'
        .. '"params":{"game":"%s","seq":%d,"index":0}}'):format(game, asked.seq))
      local is_in_time = uv.hrtime() - began < GAME_S * 1e9
      wait.pause(GAME_S * 1000 + 100) -- then its time is over
      one:kill("sigcont")
      return is_in_time -- else the machine stood still
    end, "choice in time")
    local answer, problem
    repeat
      local line = asked_one:next()
      if line.id == "late" then
        answer, problem = line.result, line.error
      end
    until answer or problem
    assert(answer, problem and problem.message)
    local record = wire.web(one.port):must("game.record", { game = game }).record
    assert(record:find('"pause"', 1, true), record)
    -- Nobody has time for ever.
    local seat, late = wire.web(one.port), nil
    seat:must("game.watch", { game = game })
    wait.until_done(wait.looking(function()
      seat:must("hello")
      for _, news in ipairs(seat.news) do
        late = late or (news.method == "game.over" and news.params.reason)
      end
      return late
    end), "end of the game")
    assert(late == "time", late)
    assert(not choose(asked_one, game, { seq = asked.seq + 1 }))
  end },

  { "who chooses after the end again and again gains no time", function()
    local one = start()
    local seat = wire.socket(one.socket)
    -- How often it was in time by a game's end, of those that it waited out.
    local function count_taken()
      local game = seat:must("game.create",
        { game = "castle", seed = "x", clock = { game_s = 1, increment_s = 0 } })
        .game
      for i = 1, 2 do
        seat:must("game.join", { game = game, seat = i, name = "A" .. i })
      end
      local waiting, taken = nil, 0
      repeat
        local asked = seat:call("game.question", { game = game })
        for _, news in ipairs(seat.news) do
          waiting = news.method == "game.waiting" and news.params.game == game
            and news.params or waiting
        end
        seat.news = {}
        if asked and waiting.seat == 1 then
          local seconds, micros = uv.gettimeofday()
          wait.pause(waiting["until"] - seconds * 1000 - micros // 1000 + 1)
        end
        asked = asked and choose(seat, game, asked)
        taken = taken + (asked and waiting.seat == 1 and 1 or 0)
      until not asked or taken > 3
      return taken
    end
    -- A daemon that stands still at the end itself takes what it hears next: then
    -- another game tells.
    wait.until_done(function() return count_taken() <= 3 end,
      "game that is over in time")
  end },

  { "what all leave unread together has a limit too", function()
    local one = start("--waiting-bytes-all", "2097152", "--messages-burst",
      "1000000", "--messages-per-second", "1000000")
    local before = one:memory()
    local list = many(one, 40)
    for _, connection in ipairs(list) do
      connection:stop_reading()
      for id = 1, 200 do
        connection:send(LONG:format(id))
      end
    end
    one:wait_for_log("event=ended_slow", "most of it is its own")
    local other = wire.web(one.port)
    for _ = 1, 20 do
      other:must("hello")
      wait.pause(20)
    end
    assert(one:memory() < before + 60000, one:memory() - before)
  end },

  { "nobody's body is taken for the next request", function()
    local one = start()
    local next_one = "GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    local heads = {
      ["Content-Length: " .. #next_one] = "200",
      ["Content-Length: +" .. #next_one] = "400",
      ["Content-Length: " .. #next_one .. "\r\nContent-Length: 0"] = "400",
      ["Content-Length: 0\r\nContent-Length: " .. #next_one] = "400",
      ["Content-Length : " .. #next_one] = "400",
      ["Content-Length\t : " .. #next_one] = "400",
      ["Transfer-Encoding: chunked"] = "400",
      ["Transfer-Encoding : chunked"] = "400",
      ["Content-Length: 0\r\nTransfer-Encoding: chunked"] = "400",
    }
    for _, method in ipairs { "GET", "HEAD" } do
      for head, status in pairs(heads) do
        local count, all = answers(one, method .. " /healthz HTTP/1.1\r\n"
          .. "Host: 127.0.0.1\r\n" .. head .. "\r\n\r\n" .. next_one)
        assert(count == 1 and all:find("^HTTP/1.1 " .. status), head .. all)
      end
    end
    local tcp = wire.tcp(one.port)
    tcp:write(wire.upgrade(one.port, { headers = { "Content-Length: 2" } }))
    tcp:wait_for_end()
    assert(tcp.input:find("^HTTP/1.%d 400 "), tcp.input)
    -- One without a body leaves the connection open.
    local kept = wire.tcp(one.port)
    kept:write("GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n"
      .. "Content-Length: 0\r\n\r\n" .. next_one)
    kept:wait_until(function()
      return kept.input:find("castled_connections", 1, true)
    end, "second answer")
    assert(not kept.closed)
  end },

  { "a damaged store is told to its operator at once, to others without paths",
  function()
    local one = start()
    local socket = wire.socket(one.socket)
    for _ = 1, 40 do
      socket:must("game.create", { game = "castle", seed = "s" })
    end
    assert(one:stop() == 0)
    damage(one)
    local again = daemon.start { folder = one.folder }
    assert(again.log:find("event=store_damaged", 1, true), again.log)
    local web = wire.web(again.port)
    local _, problem = web:call("games.list")
    assert(problem and problem.code == 5, problem and problem.message)
    assert(not problem.message:find("/", 1, true), problem.message)
    _, problem = web:call("game.create", { game = "castle" })
    assert(not problem or problem.code == 5 and
      not problem.message:find(again.folder, 1, true),
      problem and problem.message)
    local _, body = wire.get(again, "/healthz")
    assert(not body:find(again.folder, 1, true), body)
  end },

  { "a store that was removed takes nothing", function()
    local one = start()
    local socket = wire.socket(one.socket)
    socket:must("game.create", { game = "castle", seed = "s" })
    remove_store(one)
    one:wait_for_log("event=store_failed", "store 'castled.db' is gone")
    local _, problem = socket:call("game.create",
      { game = "castle", seed = "s" })
    assert(problem.code == 5, problem.message)
    local head, body = wire.get(one, "/healthz")
    assert(wire.status_of(head) == 503, head)
    assert(not body:find(one.folder, 1, true), body)
    assert(one:stop() == 2)
  end },

  { "a daemon whose lock was removed writes no more", function()
    local one = start()
    local socket = wire.socket(one.socket)
    socket:must("game.create", { game = "castle", seed = "s" })
    assert(os.remove(one.folder .. "/castled.db.lock"))
    one:wait_for_log("event=store_failed", "the lock of store 'castled.db' is gone")
    local _, problem = socket:call("game.create",
      { game = "castle", seed = "s" })
    assert(problem.code == 5, problem.message)
    one:kill("sighup")
    one:wait_for_log("event=cannot_load_scripts", "may be another daemon's")
    -- Also when another daemon has one of its own there.
    local two = daemon.start { folder = one.folder, socket = one.socket .. "2" }
    wire.socket(two.socket):must("game.create", { game = "castle", seed = "s" })
    _, problem = socket:call("game.create", { game = "castle", seed = "s" })
    assert(problem.code == 5, problem.message)
    assert(one:stop() == 2 and two:stop() == 0)
  end },

  { "an empty file is no old store", function()
    local folder = daemon.new_folder()
    assert(io.open(folder .. "/castled.db", "w")):close()
    local one = daemon.start { folder = folder }
    one:wait_for_log("level=warn", "event=store_empty", "a new key")
    assert(one:stop() == 0)
    local again = daemon.start { folder = folder }
    assert(not again.log:find("store_empty", 1, true), again.log)
  end },

  { "names and sayings are seen, and are what they look like", function()
    local one = start()
    local web = wire.web(one.port)
    local game = web:must("game.create", { game = "castle", seed = "s" }).game
    local cases = {
      { "Ann" }, { "Zoë" }, { "e\u{301}" }, { "李" }, { "\u{1f469}\u{200d}\u{1f680}" },
      { "\u{2764}\u{fe0f}" }, { "\u{645}\u{6cc}\u{200c}\u{62e}\u{648}\u{627}" },
      { "1\u{fe0f}\u{20e3}" }, { "กี่" },
      { "\u{200b}", true }, { "\u{3164}", true }, { "\u{2800}", true },
      { "\u{115f}", true }, { "\u{ffa0}", true }, { "\u{34f}", true },
      { "\u{fe0f}", true }, { "\u{301}", true }, { "\u{3000}\u{2003}", true },
      { "\u{e0041}\u{e0042}", true }, { "A\u{ad}nn", true },
      { "A\u{200d}nn", true }, { "A\u{200c}nn", true },
      { "An\u{fe0f}n", true }, { "An\u{e0101}n", true },
      { "e" .. ("\u{301}"):rep(39), true }, { "e" .. ("\u{301}"):rep(5), true },
      { "e" .. ("\u{301}"):rep(4) }, { "a\u{202e}b", true },
    }
    for _, case in ipairs(cases) do
      local seat, problem = web:call("game.join", { game = game, name = case[1] })
      assert((seat == nil) == (case[2] == true), case[1])
      assert(seat or problem.code == -32602, problem and problem.message)
      local _, saying = web:call("game.say", { game = game, text = case[1] })
      assert(seat == nil or not saying, saying and saying.message)
      if seat then
        web:must("game.leave", { game = game })
      end
    end
  end },

  { "who is in too many games is told that it is too much", function()
    local one = start()
    local socket = wire.socket(one.socket)
    local code
    for _ = 1, 501 do
      local game = socket:must("game.create",
        { game = "castle", seed = "s" }).game
      for i = 1, 2 do
        local seat, problem = socket:call("game.join",
          { game = game, name = "A" .. i })
        code = not seat and problem.code
      end
      socket.news = {}
    end
    assert(code == 6, code)
    local _, problem = socket:call("game.watch",
      { game = socket:must("game.create", { game = "castle" }).game })
    assert(problem.code == 6, problem.message)
  end },

  { "what games share is no game", function()
    local one = start()
    local web = wire.web(one.port)
    for _, game in ipairs { "kit", "none" } do
      local _, problem = web:call("rulesets.describe", { game = game })
      assert(problem.code == 1, problem.message)
      assert(problem.message:find("there is no game '" .. game .. "'", 1, true),
        problem.message)
    end
  end },
}
