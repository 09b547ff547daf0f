-- Too much, and too slow. Others never notice.

local daemon = require "daemon"
local uv     = require "luv"
local wait   = require "wait"
local wire   = require "wire"
local work   = require "work"

local HELLO = '{"jsonrpc":"2.0","id":%d,"method":"hello"}'
local LONG  = '{"jsonrpc":"2.0","id":%d,"method":"protocol.describe"}'

-- Answers that have come so far: how many results, and how many errors 6.
local function count(connection)
  local good, refused = 0, 0
  while #connection.lines > connection.taken do
    local answer = connection:next()
    if answer.result then
      good = good + 1
    else
      assert(answer.error.code == 6, answer.error.message)
      assert(answer.error.message:find("too many messages", 1, true))
      assert(type(answer.id) == "number")
      refused = refused + 1
    end
  end
  return good, refused
end

local function start(...)
  return daemon.start { arguments = { ... } }
end

-- A function that gives how many messages more than the burst, at so many a
-- second, are allowed from now to the time of its call.
local function count_more(per_second)
  local began = uv.hrtime()
  return function()
    return 2 + (uv.hrtime() - began) * per_second // 1000000000
  end
end

-- Says hello so often, all at once.
local function say_hellos(web, times)
  local frames = {}
  for id = 1, times do
    frames[id] = wire.frame_bytes(1, HELLO:format(id))
  end
  web:write(table.concat(frames))
end

-- Others are answered while these are waited for.
local function check_others(one, connections)
  local other = wire.web(one.port)
  for _ = 1, 20 do
    other:must("hello")
    wait.pause(20)
  end
  for _, connection in ipairs(connections) do
    assert(not connection.closed, connection.closed)
  end
end

-- Has `begin` make connections that do not go on: others are answered meanwhile;
-- and where it is to take a second only, those are ended. That daemon.
local function check_stalled(begin, ...)
  local patient = start("--stall-seconds", "300", ...)
  check_others(patient, begin(patient))
  patient:kill("sigkill")
  local one = start("--stall-seconds", "1", ...)
  for _, connection in ipairs(begin(one)) do
    connection:wait_for_end()
  end
  return one
end

return {
  { "more messages than the burst are refused, and it goes on", function()
    local one = start("--messages-burst", "20", "--messages-per-second", "10")
    local web = wire.web(one.port)
    local more = count_more(10)
    say_hellos(web, 30)
    wait.until_done(function() return #web.lines == 30 end, "answers")
    local good, refused = count(web)
    assert(good >= 20 and good <= 20 + more() and refused == 30 - good, good)
    wait.pause(2000) -- what it owes, and some more
    assert(web:must("hello"))
    one:stop()
    assert(not one.log:find("ended_abuse", 1, true), one.log)
  end },

  { "who goes on all the same is disconnected, others are not", function()
    local one = start("--messages-burst", "20", "--messages-per-second", "1")
    local other = wire.web(one.port)
    local web = wire.web(one.port)
    local more = count_more(1)
    say_hellos(web, 100)
    local code, reason = web:wait_for_end()
    assert(code == 1008, code)
    assert(reason == "too many messages", reason)
    local good, refused = count(web)
    assert(good >= 20 and good <= 20 + more(), good)
    assert(refused >= 20 and refused <= 20 + more(), refused)
    assert(other:must("hello"))
    one:wait_for_log("level=warn", "event=ended_abuse", "address=127.0.0.1")
  end },

  { "blank lines, empty messages and parts of messages count as messages",
  function()
    local one = start("--messages-burst", "20", "--messages-per-second", "1")
    local other = wire.web(one.port)
    local part = wire.frame_bytes(0, "x", { open = true })
    for what, bytes in pairs {
      ["blank lines"] = wire.frame_bytes(1, ("\n"):rep(200)),
      ["blanks"] = wire.frame_bytes(1, "  "):rep(200),
      ["empty messages"] = wire.frame_bytes(1, ""):rep(200),
      ["pings"] = wire.frame_bytes(9, ("x"):rep(100)):rep(500),
      ["pongs"] = wire.frame_bytes(10, ""):rep(10000),
      ["parts"] = wire.frame_bytes(1, "x", { open = true }) .. part:rep(200),
    } do
      local web = wire.web(one.port)
      web:write(bytes)
      local code, reason = web:wait_for_end()
      assert(code == 1008 and reason == "too many messages", what)
    end
    assert(other:must("hello"))
  end },

  { "who runs the daemon may ask as much as it likes", function()
    local one = start("--messages-burst", "2", "--messages-per-second", "1")
    local socket = wire.socket(one.socket)
    for id = 1, 500 do
      socket:send(HELLO:format(id))
    end
    wait.until_done(function() return #socket.lines == 500 end, "answers")
    assert(count(socket) == 500)
  end },

  { "who makes much work lets others have their turn", function()
    for _, open in ipairs {
      function(one) return wire.socket(one.socket) end,
      function(one) return wire.web(one.port) end,
    } do
      local one = work.start()
      local others = { open(one), open(one) }
      local done = work.done_before(one, { open(one) }, others)
      assert(done < work.COUNT / 2, done)
    end
  end },

  { "what is said before the end is carried out, however long it takes",
  function()
    local one = start()
    local socket = wire.socket(one.socket)
    for id = 1, 20 do
      socket:send(work.DEAR:format(id))
    end
    socket.stream:shutdown()
    socket:wait_for_end()
    assert(#socket.lines == 20, #socket.lines)
  end },

  { "pages are limited as messages are", function()
    local one = start("--messages-burst", "10", "--messages-per-second", "1")
    local other = wire.socket(one.socket)
    local tcp = wire.tcp(one.port)
    local more = count_more(1)
    tcp:write(("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"):rep(40))
    tcp:wait_for_end()
    local _, good = tcp.input:gsub("HTTP/1.1 200 ", "")
    local _, refused = tcp.input:gsub("HTTP/1.1 429 ", "")
    assert(good >= 1 and good <= 10 + more() and refused == 1,
      good .. " " .. refused)
    assert(tcp.input:find("too many requests", 1, true), tcp.input)
    assert(other:must("hello"))
  end },

  { "the log is not filled by those outside", function()
    local one = start("--connections-per-address", "2")
    local first, second = wire.tcp(one.port), wire.tcp(one.port)
    for _ = 1, 100 do
      wire.http(one.port, "GET / HTTP/1.0\r\n\r\n")
    end
    first:close()
    wait.until_done(function()
      return wire.http(one.port, "GET / HTTP/1.0\r\nHost: localhost\r\n\r\n")
        :find("^HTTP/1.%d 200 ")
    end, "page")
    for _ = 1, 100 do
      local head = wire.http(one.port, "GET / HTTP/1.0\r\nHost: evil\r\n\r\n")
      assert(head:find("^HTTP/1.%d 403 "), head)
    end
    second:close()
    one:stop()
    assert(one:count_limited("refused_connection") > 0)
    assert(one:count_limited("refused_origin") > 0)
  end },

  { "an address may have so many connections, and others in their place",
  function()
    local one = start("--connections-per-address", "2")
    local first, second = wire.web(one.port), wire.web(one.port)
    local head, body = wire.http(one.port, "GET / HTTP/1.0\r\n\r\n")
    assert(head:find("^HTTP/1.1 503 "), head)
    assert(body:find("too many connections from this address", 1, true), body)
    one:wait_for_log("event=refused_connection", "address=127.0.0.1",
      "from this address")
    assert(wire.socket(one.socket):must("hello"))
    first:close()
    wait.until_done(function()
      local third = wire.web(one.port)
      return third.is_open and third:must("hello")
    end, "place for another")
    assert(second:must("hello"))
  end },

  { "there is a limit to connections in all", function()
    local one = start("--connections", "2")
    local web, socket = wire.web(one.port), wire.socket(one.socket)
    assert(web:must("hello") and socket:must("hello"))
    local head = wire.http(one.port, "GET / HTTP/1.0\r\n\r\n")
    assert(head:find("^HTTP/1.1 503 "), head)
    assert(web:must("hello") and socket:must("hello"))
    one:wait_for_log("refused_connection", "address=127.0.0.1",
      "too many connections")
  end },

  { "the web does not lock out who runs the daemon, whose places end as well",
  function()
    local one = start("--connections", "2")
    local webs = { wire.web(one.port), wire.web(one.port) }
    assert(wire.http(one.port, "GET / HTTP/1.0\r\n\r\n"):find("^HTTP/1.1 503 "))
    local sockets = {}
    for i = 1, 64 do
      sockets[i] = wire.socket(one.socket)
      assert(sockets[i]:must("hello"))
    end
    assert(sockets[1]:must("admin.status"))
    local last = wire.socket(one.socket)
    local answer = last:next()
    assert(answer.error.code == 6)
    assert(answer.error.message == "too many connections")
    last:wait_for_end()
    assert(webs[1]:must("hello") and webs[2]:must("hello"))
  end },

  { "nor does it when the system allows few files", function()
    local one = daemon.start { files = 200, arguments = {} }
    assert(one.log:find("few_files", 1, true), one.log)
    local webs = {}
    for i = 1, 20 do
      local tcp = wire.tcp(one.port)
      webs[i] = tcp
      tcp:write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
      tcp:wait_until(function() return tcp.input ~= "" end, "answer")
      assert(tcp.input:find(i <= 8 and "^HTTP/1.1 200 " or "^HTTP/1.1 503 "), i)
    end
    assert(wire.socket(one.socket):must("admin.status"))
    for i = 1, 8 do
      assert(not webs[i].closed, i)
    end
    assert(not one.log:find("cannot_accept", 1, true), one.log)
  end },

  { "who reads slowly is answered slowly, and loses nothing", function()
    local one = start("--stall-seconds", "300", "--messages-burst", "1000000",
      "--messages-per-second", "1000000")
    local before = one:memory()
    for _, connection in ipairs { wire.web(one.port), wire.socket(one.socket) } do
      connection:stop_reading()
      for id = 1, 3000 do
        connection:send(LONG:format(id))
      end
      check_others(one, { connection })
      assert(one:memory() < before + 30000, one:memory() - before)
      connection:read()
      for id = 1, 3000 do
        assert(connection:next().id == id)
      end
    end
  end },

  { "who does not read at all is disconnected", function()
    local one = start("--stall-seconds", "1", "--messages-burst", "1000000",
      "--messages-per-second", "1000000")
    local before = one:memory()
    local connections = { wire.web(one.port), wire.socket(one.socket) }
    for _, connection in ipairs(connections) do
      connection:stop_reading()
      for id = 1, 20000 do
        connection:send(LONG:format(id))
      end
    end
    wait.until_done(function()
      return select(2, one.log:gsub("event=ended_slow", "")) >= 2
    end, "end of both")
    assert(wire.web(one.port):must("hello"))
    assert(one.log:find("does not read", 1, true), one.log)
    assert(one:memory() < before + 60000, one:memory() - before)
  end },

  { "a message that does not end ends the connection", function()
    local one = check_stalled(function(one)
      local socket, web = wire.socket(one.socket), wire.web(one.port)
      local half = wire.web(one.port)
      socket:write('{"jsonrpc":"2.0","id')
      web:write(wire.frame_bytes(1, '{"jsonrpc"', { size = 200 }))
      half:frame(1, '{"jsonrpc"', { open = true })
      return { socket, web, half }
    end)
    one:wait_for_log("ended_slow", "does not end its message")
  end },

  { "slow, but steady, is all right", function()
    local one = start("--stall-seconds", "2")
    -- Whoever took too long for a message, since the machine stood still, begins
    -- again.
    wait.until_done(function()
      local socket = wire.socket(one.socket)
      for id = 1, 8 do
        local line, began = HELLO:format(id) .. "\n", uv.hrtime()
        socket:write(line:sub(1, 20))
        wait.pause(400)
        socket:write(line:sub(21))
        local answer = socket:next()
        if not answer then
          assert(uv.hrtime() - began > 2e9, "it was ended too soon")
          return false
        end
        assert(answer.id == id)
      end
      return true
    end, "time for eight messages")
  end },

  { "half a request for a page ends as well", function()
    check_stalled(function(one)
      local tcp = wire.tcp(one.port)
      tcp:write("GET / HTTP/1.1\r\nHost: local")
      return { tcp }
    end)
  end },

  { "who is silent is asked whether it is there, and goes if not", function()
    local one = start("--ping-seconds", "1")
    -- Whoever could not say so in time, since the machine stood still, comes
    -- again.
    wait.until_done(function()
      local dead, alive = wire.web(one.port), wire.web(one.port)
      dead.is_silent = true
      wait.until_done(function() return dead.closed end, "end of the dead")
      assert(dead.ping_count >= 1)
      wait.pause(1000)
      return not alive.closed and alive:call("hello")
    end, "one who stays")
  end },

  { "who does not hang up after goodbye is hung up on", function()
    local one = start("--stall-seconds", "1", "--message-bytes", "4096")
    local socket = wire.socket(one.socket)
    socket:write(("x"):rep(5000))
    assert(socket:next().error.code == -32600)
    socket:wait_for_end() -- and our own end stays open
    one:wait_for_log("event=ended_slow", "does not hang up")
    wait.until_done(function()
      return select(2, wire.get(one, "/metrics"))
        :find('\ncastled_connections{kind="socket"} 0\n', 1, true)
    end, "end of the connection")
    assert(one:stop() == 0)
  end },
}
