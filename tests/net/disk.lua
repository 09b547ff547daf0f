-- A disk that takes its time: nothing is told before it is there, and an end of
-- the daemon waits for it.

local cases  = require "cases"
local daemon = require "daemon"
local uv     = require "luv"
local wait   = require "wait"
local wire   = require "wire"

local check_says = cases.check_says

local ALL = 1 << 20 -- bytes that all may leave unread, in one case

-- Holds the store as another program does that is in the middle of a write: the
-- daemon's writer waits for it, for 2 seconds, and then fails. let_go() ends it,
-- and writes that as SQL, if there is some.
local function hold_store(one, sql)
  local stdin, stdout = uv.new_pipe(), uv.new_pipe()
  local said = ""
  local process, problem = uv.spawn("python3", {
    args = { "-c", [[import sqlite3, sys
store = sqlite3.connect(sys.argv[1], isolation_level=None)
store.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.read()
if len(sys.argv) > 2:
    store.execute(sys.argv[2])
    store.execute("COMMIT")]], one.folder .. "/castled.db", sql },
    stdio = { stdin, stdout, 2 },
  }, function() end)
  assert(process, problem)
  stdout:read_start(function(_, bytes) said = said .. (bytes or "") end)
  wait.until_done(function() return said == "held\n" end, "store")
  return { let_go = function()
    stdin:close()
    stdout:close()
    process:close()
  end }
end

-- A case with a daemon whose store is held. When that was longer than the daemon
-- waits for it, or for its end, since the machine stood still, it is tried again.
local function while_held(prove, settings)
  local LEAVE_NS = 4e9
  return function()
    local one, holds, problem
    wait.try(function()
      local began = uv.hrtime()
      one = daemon.start(settings)
      holds, problem = xpcall(prove, debug.traceback, one)
      one:kill "sigkill"
      return holds or uv.hrtime() - began < LEAVE_NS
        and not one.log:find("event=store_failed", 1, true)
    end, wait.ms)
    assert(holds, problem)
  end
end

-- Everything that was sent before has been carried out: what comes later by a
-- new connection is answered, twice.
local function let_serve(one)
  for _ = 1, 2 do
    wire.get(one, "/metrics")
  end
end

-- A game of two that goes on; its id.
local function begin(connection)
  local game = connection:must("game.create", { game = "castle", seed = "s" }).game
  for _ = 1, 2 do
    connection:must("game.join", { game = game, name = "Ada" })
  end
  return game
end

-- Asks for the record of a game by HTTP, and does not wait for it.
local function ask_for_record(one, game)
  local reader = wire.tcp(one.port)
  reader:write(("GET /games/%s/record HTTP/1.1\r\nHost: localhost\r\n"
    .. "Connection: close\r\n\r\n"):format(game))
  return reader
end

-- Makes the first choice of a game, and does not wait for the answer.
local function choose(connection, game)
  connection:send(('{"jsonrpc":"2.0","id":"choice","method":"game.choose",'
    .. '"params":{"game":"%s","seq":1,"index":0}}'):format(game))
end

-- A choice is on its way to the disk, and so is a record that tells it.
local function choose_and_read(one, connection, game)
  local before = select(2, wire.get(one, "/games/" .. game .. "/record"))
  local held = hold_store(one)
  choose(connection, game)
  let_serve(one)
  local reader = ask_for_record(one, game)
  let_serve(one)
  assert(reader.input == "", "it is told before it is there")
  return reader, held, before
end

return {
  { "a record tells by HTTP only what is on the disk", while_held(function(one)
    local socket = wire.socket(one.socket)
    local game = begin(socket)
    local reader, held, before = choose_and_read(one, socket, game)
    held.let_go()
    reader:wait_for_end()
    local head, after = reader.input:match("^(.-\r\n)\r\n(.*)$")
    assert(wire.status_of(head) == 200, head)
    assert(#after > #before and after:sub(1, #before) == before)
    -- Who asks for no body gets none.
    local asked = wire.http(one.port, "HEAD /games/" .. game .. "/record "
      .. "HTTP/1.0\r\nHost: localhost\r\n\r\n")
    assert(wire.status_of(asked) == 200, asked)
    assert(one:stop() == 0)
  end) },

  { "who waits for a record is told when the disk says no", while_held(function(one)
    local socket = wire.socket(one.socket)
    local game = begin(socket)
    local reader, held, before = choose_and_read(one, socket, game)
    reader:wait_for_end()
    held.let_go()
    assert(wire.status_of(reader.input) == 503, reader.input)
    check_says(reader.input, "nothing has changed")
    one:wait_for_log("event=store_works_again")
    local head, after = wire.get(one, "/games/" .. game .. "/record")
    assert(wire.status_of(head) == 200 and after:sub(1, #before) == before, head)
    assert(not after:find('"t":"choice"', 1, true))
    assert(one:stop() == 0)
  end) },

  { "a game that the store refuses leaves the records of others alone",
  while_held(function(one)
    local sockets, games, readers = {}, {}, {}
    for i = 1, 2 do
      sockets[i] = wire.socket(one.socket)
      games[i] = begin(sockets[i])
    end
    local held = hold_store(one,
      ("DELETE FROM game WHERE id = '%s'"):format(games[1]))
    for i, game in ipairs(games) do
      choose(sockets[i], game)
      let_serve(one)
      readers[i] = ask_for_record(one, game)
    end
    let_serve(one)
    held.let_go()
    for _, reader in ipairs(readers) do
      reader:wait_for_end()
    end
    assert(wire.status_of(readers[1].input) == 503, readers[1].input)
    check_says(readers[1].input, "the store refused")
    assert(wire.status_of(readers[2].input) == 200, readers[2].input)
    assert(readers[2].input:find('"t":"choice"', 1, true))
    assert(one:stop() == 0)
  end) },

  { "records that are held count for what all may leave unread",
  while_held(function(one)
    local socket = wire.socket(one.socket)
    local game = begin(socket)
    local reader, held, before = choose_and_read(one, socket, game)
    local readers = { reader }
    while #readers * #before <= 2 * ALL do
      readers[#readers + 1] = ask_for_record(one, game)
    end
    let_serve(one)
    held.let_go()
    local told = 0
    for _, each in ipairs(readers) do
      each:wait_for_end()
      told = told + (each.input ~= "" and 1 or 0)
    end
    assert(told > 0 and told * #before <= ALL, told .. " are told")
    check_says(one.log, "event=ended_slow", "way=http")
    assert(wire.socket(one.socket):must("hello"))
    assert(one:stop() == 0)
  end, { arguments = { "--waiting-bytes-all", tostring(ALL) } }) },

  { "who goes while a record is held is forgotten", while_held(function(one)
    local socket = wire.socket(one.socket)
    local game = begin(socket)
    local reader, held = choose_and_read(one, socket, game)
    reader:close()
    let_serve(one)
    held.let_go()
    assert(wire.socket(one.socket):must("hello"))
    assert(one:stop() == 0)
  end) },

  { "an end that was asked for waits for a record that is held",
  while_held(function(one)
    local socket = wire.socket(one.socket)
    local game = begin(socket)
    local reader, held, before = choose_and_read(one, socket, game)
    one:kill "sigterm"
    one:wait_for_log("event=ending")
    held.let_go()
    assert(one:wait() == 0, one.log)
    reader:wait_for_end()
    local head, after = reader.input:match("^(.-\r\n)\r\n(.*)$")
    assert(wire.status_of(head) == 200 and #after > #before, head)
  end) },

  -- What is freed is overwritten, so that nobody goes by it unnoticed.
  { "an end that is asked for twice waits for the disk alone", function()
    local environment = { "MALLOC_PERTURB_=165" }
    for name, value in pairs(uv.os_environ()) do
      environment[#environment + 1] = name .. "=" .. value
    end
    local one = daemon.start { environment = environment }
    local socket = wire.socket(one.socket)
    local game = socket:must("game.create", { game = "castle", seed = "s" }).game
    local held = hold_store(one)
    socket:send(('{"jsonrpc":"2.0","id":1,"method":"game.join","params":'
      .. '{"game":"%s","name":"Ada"}}'):format(game))
    let_serve(one)
    one:kill "sigterm"
    one:wait_for_log("event=ending")
    one:kill "sigterm"
    socket:wait_for_end() -- now nobody is there any more
    held.let_go()
    local status, signal = one:wait()
    -- 2: the disk has kept it waiting for too long.
    assert(signal == 0 and (status == 0 or status == 2), one.log)
  end },

  { "the pages of a list leave no game out", function()
    local GAMES, PAGE = 30, 4
    local one = daemon.start { arguments = { "--games-per-address", "0" } }
    local socket = wire.socket(one.socket)
    local lines, left = {}, 0
    for id = 1, GAMES do -- at once: many change in the same millisecond
      lines[id] = ('{"jsonrpc":"2.0","id":%d,"method":"game.create","params":'
        .. '{"game":"castle","seed":"s"}}\n'):format(id)
    end
    socket:write(table.concat(lines))
    local missing = {}
    for _ = 1, GAMES do
      missing[socket:next().result.game] = true
      left = left + 1
    end
    assert(left == GAMES)
    for _, method in ipairs { "games.list", "admin.list" } do
      local last, seen = {}, {}
      repeat
        local games = socket:must(method, {
          count = PAGE, before = last.changed, before_game = last.game,
        }).games
        for _, game in ipairs(games) do
          assert(missing[game.game] and not seen[game.game], "it comes twice")
          seen[game.game] = true
          last = game
          left = left - 1
        end
      until #games < PAGE
      assert(left == 0, left .. " were left out")
      left = GAMES
      -- A game that has gone meanwhile: rather some twice than one not at all.
      local again = socket:must(method, {
        before = last.changed, before_game = "aaaaaaaaaaaaaaaa",
      }).games
      assert(again[1].changed == last.changed)
    end
    assert(one:stop() == 0)
  end },
}
