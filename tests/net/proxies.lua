-- Who comes through a reverse proxy counts by its own address, and nobody else
-- can say what that is.

local daemon = require "daemon"
local wait   = require "wait"
local wire   = require "wire"

local STRANGER = "127.0.0.2" -- an address of the loopback that is no proxy's
local MANY = "too many connections from this address"

local function start(...)
  return daemon.start { arguments = { "--proxy", "127.0.0.1", ... } }
end

local function header(list)
  return "X-Forwarded-For: " .. list
end

-- A WebSocket that a proxy opens for whom the list tells; `from`: by whom else.
local function web(one, list, from)
  return wire.web(one.port, { headers = { list and header(list) or nil },
                              from = from })
end

-- The head and the body that are answered to a request with these lines.
local function get(one, lines, from)
  return wire.http(one.port, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
    .. "Connection: close\r\n" .. lines .. "\r\n", from)
end

local function check_status(status, head, body)
  assert(wire.status_of(head) == status, head .. (body or ""))
end

-- Whether one more comes in for whom the list tells.
local function has_place(one, list, from)
  local connection = web(one, list, from)
  local is_open = connection.is_open
  if not is_open then
    wait.until_done(function()
      return connection.input:find(MANY, 1, true)
    end, "reason")
    assert(wire.status_of(connection.head) == 503, connection.head)
  end
  connection:close()
  return is_open
end

-- Opens as many as an address may have; then its place is taken.
local function fill(one, list, from)
  local all = {}
  for i = 1, 2 do
    all[i] = web(one, list, from)
    assert(all[i].is_open and all[i]:must("hello"))
  end
  return all
end

return {
  { "connections count by the address that is told, not by the proxy's",
  function()
    local one = start("--connections-per-address", "2")
    local first = fill(one, "192.0.2.1")
    fill(one, "192.0.2.2")
    fill(one, "2001:db8::1")
    assert(not has_place(one, "192.0.2.1"))
    assert(not has_place(one, "192.0.2.2"))
    assert(not has_place(one, "2001:db8::2"), "not the same /64")
    assert(has_place(one, "192.0.2.3"))
    assert(has_place(one, "2001:db8:0:1::1"))
    one:wait_for_log("event=refused_connection", "address=192.0.2.1 ",
      "proxy=127.0.0.1")
    for _, connection in ipairs(first) do
      assert(connection:must("hello"))
    end
    first[1]:close()
    wait.until_done(function()
      return has_place(one, "192.0.2.1")
    end, "place for another")
  end },

  { "without the header, or with rubbish in it, a proxy counts by itself",
  function()
    for _, list in ipairs { false, "", " , ", "rubbish", "192.0.2.1, rubbish",
                            "192.0.2.1:x", "127.0.0.1", "192.0.2.1,",
                            "\1\255%00", ("x"):rep(2000) } do
      local one = start("--connections-per-address", "2")
      fill(one, list)
      assert(not has_place(one, nil), tostring(list))
      assert(not has_place(one, list), tostring(list))
      assert(has_place(one, "192.0.2.1"))
      assert(one:stop() == 0)
    end
  end },

  { "an address may have a port, and what is none is told in the log",
  function()
    local one = start("--connections-per-address", "2")
    fill(one, "192.0.2.1:5678")
    fill(one, "[2001:db8::1]:5678")
    assert(not has_place(one, "192.0.2.1"))
    assert(not has_place(one, "192.0.2.1:9"))
    assert(not has_place(one, "2001:db8::1"))
    assert(not one.log:find("event=unread_proxy", 1, true), one.log)
    -- Who asks for itself is no reason to say something.
    for _, list in ipairs { false, "", " ", "127.0.0.1:80" } do
      check_status(200, get(one, list and header(list) .. "\r\n" or ""))
    end
    assert(not one.log:find("event=unread_proxy", 1, true), one.log)
    for _ = 1, 40 do
      check_status(200, get(one, header(("9"):rep(300) .. ", _hidden")
        .. "\r\n"))
    end
    one:wait_for_log("level=warn", "event=unread_proxy", "proxy=127.0.0.1",
      "9, _hidden")
    assert(one:count_limited("unread_proxy") > 0)
    assert(not one.log:find(("9"):rep(120), 1, true), one.log)
    assert(one:stop() == 0)
  end },

  { "what the visitor wrote in front of it does not count", function()
    local one = start("--connections-per-address", "2")
    fill(one, "192.0.2.1")
    assert(not has_place(one, "198.51.100.7, 192.0.2.1"))
    assert(not has_place(one, "127.0.0.1, 198.51.100.7,192.0.2.1"))
    assert(not has_place(one, ("198.51.100.7, "):rep(100) .. "192.0.2.1"))
    -- One who says that it is a proxy itself.
    assert(not has_place(one, "198.51.100.7, 192.0.2.1, 127.0.0.1"))
    -- In a header of its own, which comes first.
    local spoofed = wire.web(one.port, { headers = {
      header "198.51.100.7", header "192.0.2.1",
    } })
    assert(not spoofed.is_open)
    fill(one, "198.51.100.7")
  end },

  { "a proxy behind another is seen through, by its network", function()
    local one = start("--proxy", "10.0.0.0/8",
      "--connections-per-address", "2")
    fill(one, "192.0.2.1, 10.1.2.3")
    fill(one, "192.0.2.2, 10.3.2.1")
    assert(not has_place(one, "192.0.2.1, 10.9.9.9, 10.1.2.3"))
    assert(not has_place(one, "192.0.2.1"))
    assert(has_place(one, "192.0.2.1, 11.1.2.3"))
  end },

  { "from others the header does not count", function()
    local one = start("--connections-per-address", "2")
    fill(one, "192.0.2.1", STRANGER)
    local head, body = get(one, header "192.0.2.2" .. "\r\n", STRANGER)
    check_status(503, head, body)
    assert(body:find(MANY, 1, true), body)
    assert(has_place(one, "192.0.2.1"))
    -- A stranger's are not the proxy's, and not those of whom it names.
    fill(one, "192.0.2.1")
    fill(one, nil)
  end },

  { "without --proxy it counts from nobody", function()
    local one = daemon.start { arguments = {
      "--connections-per-address", "2",
    } }
    fill(one, "192.0.2.1")
    check_status(503, get(one, header "192.0.2.2" .. "\r\n"))
  end },

  { "one connection of the proxy asks for many, each by itself", function()
    local one = start("--connections-per-address", "2",
      "--messages-burst", "5", "--messages-per-second", "1")
    local places = fill(one, "192.0.2.1")
    local tcp = wire.tcp(one.port)
    local answered = 0
    local function ask(list)
      tcp.input = ""
      tcp:write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
        .. header(list) .. "\r\n\r\n")
      wait.until_done(function()
        return tcp.input:match("\r\n\r\n.+\n$")
      end, "answer")
      answered = answered + 1
      return wire.status_of(tcp.input)
    end
    -- More than one address may ask, and more often than one may.
    for i = 2, 21 do
      assert(ask("192.0.2." .. i) == 200)
      assert(ask("192.0.2.1") == 503)
    end
    places[1]:close()
    wait.until_done(function() return ask("192.0.2.1") == 200 end, "place")
    -- The place is given back with the next request.
    assert(ask("192.0.2.2") == 200)
    assert(has_place(one, "192.0.2.1"))
    assert(answered >= 42)
    -- It counts as one while it stays.
    wait.until_done(function() return ask("192.0.2.1") == 200 end, "place")
    assert(not has_place(one, "192.0.2.1"))
    tcp:close()
    wait.until_done(function()
      return has_place(one, "192.0.2.1")
    end, "place for another")
    assert(one:stop() == 0)
  end },

  { "games count by the address that is told, and so does the log", function()
    local one = start("--games-per-address", "2", "--messages-burst", "20",
      "--messages-per-second", "1")
    local function create(connection)
      return connection:call("game.create", { game = "castle", seed = "s" })
    end
    local first, second = web(one, "192.0.2.1"), web(one, "192.0.2.1")
    assert(create(first) and create(second))
    local result, problem = create(first)
    assert(not result and problem.code == 6, problem and problem.message)
    assert(create(web(one, "192.0.2.2")))
    for id = 1, 100 do
      first:send(('{"jsonrpc":"2.0","id":%d,"method":"hello"}'):format(id))
    end
    assert(first:wait_for_end() == 1008)
    one:wait_for_log("event=ended_abuse", "address=192.0.2.1")
  end },

  { "who asks under a wrong name is logged by the address that is told",
  function()
    local one = start()
    local head = wire.http(one.port, "GET / HTTP/1.1\r\nHost: evil.org\r\n"
      .. "Connection: close\r\n" .. header "192.0.2.1" .. "\r\n\r\n")
    check_status(403, head)
    one:wait_for_log("event=refused_origin", "address=192.0.2.1",
      "host=evil.org")
  end },

  { "a header that is too long ends the connection, and nothing else", function()
    local one = start("--connections-per-address", "2")
    local places = fill(one, "192.0.2.1")
    for _, size in ipairs { 3900, 4096, 5000, 100000 } do
      local tcp = wire.tcp(one.port)
      tcp:write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
        .. "Connection: close\r\n" .. header(("9"):rep(size)) .. "\r\n\r\n")
      tcp:wait_for_end()
      local status = wire.status_of(tcp.input)
      assert(not status or status == 200 or status >= 400, tcp.input)
      tcp:close()
    end
    assert(places[1]:must("hello"))
    assert(has_place(one, nil))
    assert(not has_place(one, "192.0.2.1"))
    assert(one:stop() == 0)
  end },

  { "who does not ask at all is no burden, and goes in time", function()
    local function begin(seconds)
      local one, silent = start("--connections-per-address", "2",
        "--stall-seconds", seconds), {}
      for i = 1, 20 do
        silent[i] = wire.tcp(one.port)
      end
      return one, silent
    end
    local one, silent = begin "300"
    fill(one, nil)
    fill(one, "192.0.2.1")
    for _, connection in ipairs(silent) do
      assert(not connection.closed)
    end
    one:kill "sigkill"
    one, silent = begin "1"
    for _, connection in ipairs(silent) do
      connection:wait_for_end()
    end
    assert(one:stop() == 0)
  end },
}
