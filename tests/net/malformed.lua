-- What is not as it should be: an error with a code and a sentence, or the end
-- of the connection; and a second connection, which does all right, notices
-- nothing of it.

local cjson  = require "cjson"
local daemon = require "daemon"
local uv     = require "luv"
local wait   = require "wait"
local wire   = require "wire"

local MESSAGE_BYTES = 65536 -- the limit, where nothing else is set

-- Sooner than the daemon ends who does not go on (stall-seconds, 30).
local AT_ONCE_NS = 20e9

-- The second connection; it must be answered at once, whatever the first does.
local function new_bystander(one)
  local self = wire.web(one.port)
  return function()
    local start = uv.hrtime()
    assert(self:must("hello").kind == "daemon")
    assert(uv.hrtime() - start < AT_ONCE_NS, "others wait")
  end
end

-- A message of that many bytes, which asks for nothing.
local function message_of(size)
  local head = '{"jsonrpc":"2.0","id":1,"method":"hello","params":{"client":"'
  local tail = '"}}'
  return head .. ("x"):rep(size - #head - #tail) .. tail
end

-- Messages, and the code that each is answered with.
local MESSAGES = {
  { -32700, '{"jsonrpc":"2.0","id":1,"meth' },
  { -32700, '{"jsonrpc":"2.0","id":1,"method":"hello"' },
  { -32700, "{" },
  { -32700, "hello" },
  { -32700, '{"jsonrpc":"2.0","id":1,"method":"hello"}}' },
  { -32700, '{"jsonrpc":"2.0","id":1,"id":2,"method":"hello"}' },
  { -32700, '{"jsonrpc":"2.0","id":1,"method":"\xff\xfe"}', socket = true },
  { -32700, '{"jsonrpc":"2.0","id":1,"method":"\\ud800"}' },
  { -32700, '{"jsonrpc":"2.0","id":1,"method":"a\0b"}' },
  { -32700, '{"jsonrpc":"2.0","id":1,"method":"a\\u0000b"}' },
  { -32700, '{"id":1,"params":' .. ("["):rep(40) .. ("]"):rep(40) .. "}" },
  { -32700, ("["):rep(30000) },
  { -32700, ('{"a":'):rep(10000) },
  { -32600, "[]" },
  { -32600, '[{"jsonrpc":"2.0","id":1,"method":"hello"}]' },
  { -32600, "{}" },
  { -32600, "7" },
  { -32600, '"hello"' },
  { -32600, "null" },
  { -32600, '{"jsonrpc":"1.0","id":1,"method":"hello"}' },
  { -32600, '{"jsonrpc":"2.0","id":1,"method":7}' },
  { -32600, '{"jsonrpc":"2.0","id":{},"method":"hello"}' },
  { -32600, '{"jsonrpc":"2.0","id":1}' },
  { -32601, '{"jsonrpc":"2.0","id":1,"method":""}' },
  { -32601, '{"jsonrpc":"2.0","id":1,"method":"hello "}' },
  { -32601, '{"jsonrpc":"2.0","id":1,"method":"no.such"}' },
  { -32602, '{"jsonrpc":"2.0","id":1,"method":"hello","params":{"client":7}}' },
  { -32602, '{"jsonrpc":"2.0","id":1,"method":"hello","params":{"x":7}}' },
  { -32602, '{"jsonrpc":"2.0","id":1,"method":"hello","params":{"protocol":1.5}}' },
  { -32602, '{"jsonrpc":"2.0","id":1,"method":"variants.check"}' },
}

-- Sends each, and looks at the code, the sentence and the id.
local function try_messages(connection, all)
  for _, case in ipairs(MESSAGES) do
    if all or not case.socket then
      connection:send(case[2])
      local answer = connection:next()
      local shown = case[2]:sub(1, 60)
      assert(answer, "the connection ended after " .. shown)
      local problem = assert(answer.error, shown)
      assert(problem.code == case[1], shown .. ": " .. problem.code)
      assert(#problem.message > 5, shown)
      assert(answer.id == cjson.null or answer.id == 1, shown)
    end
  end
  assert(connection:must("hello"))
end

-- Bytes after which a WebSocket must have ended.
local frame = wire.frame_bytes
local FRAMES = {
  ["a binary message"] = { frame(2, "abc"), code = 1003 },
  ["a frame of no known kind"] = { frame(3, "abc") },
  ["a control frame of no known kind"] = { frame(11, "abc") },
  ["bits that nobody agreed on"] = { "\xf1\x83\0\0\0\0abc" },
  -- libwebsockets lets it pass; it is no message either.
  ["no mask"] = { "\x81\x03abc", answer = -32700 },
  ["a piece of nothing"] = { frame(0, "abc") },
  ["a message inside another"] = {
    frame(1, "a", { open = true }) .. frame(1, "b"),
  },
  ["a ping that is too long"] = { frame(9, ("x"):rep(126)) },
  ["a ping in pieces"] = { frame(9, "x", { open = true }) },
  ["a close without a whole code"] = { frame(8, "x") },
  ["a close with no code of ours"] = { frame(8, "\0\1") },
  ["a message of 2^62 bytes"] = {
    frame(1, ("x"):rep(70000), { size = 1 << 62 }), answer = -32600,
    code = 1009,
  },
  ["no UTF-8"] = { frame(1, "\xc3\x28\n"), answer = -32700 },
}

-- What is no HTTP: the connection ends, with or without an answer.
local REQUESTS = {
  ["nothing but noise"] = ("\x16\x03\x01\0\xa5\1\0\0\xa1"):rep(50),
  ["no request"] = "\r\n\r\n\r\n",
  ["no HTTP"] = "hello\r\n\r\n",
  ["no version"] = "GET /\r\n\r\n",
  ["a long path"] = "GET /" .. ("x"):rep(100000) .. " HTTP/1.1\r\n\r\n",
  ["a long header"] = "GET / HTTP/1.1\r\nHost: localhost\r\nX: "
    .. ("x"):rep(100000) .. "\r\n\r\n",
  ["a long Host"] = "GET / HTTP/1.1\r\nHost: " .. ("x"):rep(2000)
    .. "\r\nConnection: close\r\n\r\n",
  ["many headers"] = "GET / HTTP/1.1\r\n" .. ("X: y\r\n"):rep(20000) .. "\r\n",
  ["a size below zero"] = "POST / HTTP/1.1\r\nHost: localhost\r\n"
    .. "Content-Length: -5\r\nConnection: close\r\n\r\nhello",
  ["a huge body"] = "POST / HTTP/1.1\r\nHost: localhost\r\n"
    .. "Content-Length: 99999999999\r\n\r\n" .. ("x"):rep(100000),
  ["an upgrade without a key"] = "GET /ws HTTP/1.1\r\nHost: localhost\r\n"
    .. "Upgrade: websocket\r\nConnection: Upgrade\r\n"
    .. "Sec-WebSocket-Version: 13\r\n\r\n",
  ["an upgrade to something else"] = "GET /ws HTTP/1.1\r\nHost: localhost\r\n"
    .. "Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\n"
    .. "HTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n",
}

-- The keys in an order that is always the same.
local function in_order(cases)
  local names = {}
  for name in pairs(cases) do
    names[#names + 1] = name
  end
  table.sort(names)
  return ipairs(names)
end

local function test_message_size(connect, code)
  return function()
    local one = daemon.start()
    local is_fine = new_bystander(one)
    local connection = connect(one)
    connection:send(message_of(MESSAGE_BYTES))
    assert(connection:next().result)
    connection:send(message_of(MESSAGE_BYTES + 1))
    local answer = connection:next()
    assert(answer.error.code == -32600)
    assert(answer.error.message:find("65536 bytes", 1, true))
    local said = connection:wait_for_end()
    assert(said == code, said)
    is_fine()
  end
end

local function on_socket(one) return wire.socket(one.socket) end
local function on_web(one) return wire.web(one.port) end

return {
  { "each bad message has its code, by the socket", function()
    local one = daemon.start()
    local is_fine = new_bystander(one)
    try_messages(on_socket(one), true)
    is_fine()
  end },

  { "each bad message has its code, by a WebSocket", function()
    local one = daemon.start()
    local is_fine = new_bystander(one)
    try_messages(on_web(one), false)
    is_fine()
  end },

  { "a message may be as long as the limit, by the socket",
    test_message_size(on_socket, nil) },

  { "a message may be as long as the limit, by a WebSocket",
    test_message_size(on_web, 1009) },

  { "a message without an end is not read for ever", function()
    local one = daemon.start()
    local is_fine = new_bystander(one)
    local before = one:memory()
    local socket, web = on_socket(one), on_web(one)
    socket:write(("x"):rep(10 << 20))
    for i = 1, 100 do
      web:frame(i == 1 and 1 or 0, ("x"):rep(100000), { open = true })
    end
    socket:wait_for_end()
    web:wait_for_end()
    assert(one:memory() < before + 30000, one:memory() - before)
    is_fine()
  end },

  { "frames that are none end the connection", function()
    local one = daemon.start { arguments = { "--messages-burst", "1000" } }
    local is_fine = new_bystander(one)
    for _, name in in_order(FRAMES) do
      local case = FRAMES[name]
      local web = on_web(one)
      web:write(case[1])
      web:wait_until(function()
        return web.code or case.answer and not case.code and #web.lines > 0
      end, "end after " .. name)
      assert(not case.code or web.code == case.code, name)
      local answer = #web.lines > 0 and web:next()
      assert((answer and answer.error.code or nil) == case.answer, name)
      is_fine()
    end
    one:wait_for_log("event=ended_binary", "address=127.0.0.1")
  end },

  { "what is no HTTP ends the connection", function()
    local one = daemon.start()
    local is_fine = new_bystander(one)
    for _, name in in_order(REQUESTS) do
      local tcp = wire.tcp(one.port)
      tcp:write(REQUESTS[name])
      if not wait.try(function() return tcp.closed end, 3000) then
        -- It may wait for more; then the other side goes.
        tcp:close()
      end
      assert(not tcp.input:find("^HTTP/1%.[01] 200"), name .. tcp.input)
      is_fine()
    end
    assert(not one.status)
  end },

  { "noise of any kind ends nothing but its connection", function()
    local one = daemon.start()
    local is_fine = new_bystander(one)
    math.randomseed(7)
    for round = 1, 60 do
      local bytes = {}
      for i = 1, math.random(400) do
        bytes[i] = string.char(math.random(0, 255))
      end
      local connection = round % 3 == 0 and wire.tcp(one.port)
        or round % 3 == 1 and on_web(one) or on_socket(one)
      connection:write(table.concat(bytes))
      connection:write("\n\r\n\r\n")
      wait.pause(2)
      connection:close()
      is_fine()
    end
    assert(not one.status)
  end },

  { "who leaves in the middle is forgotten", function()
    local one = daemon.start()
    local is_fine = new_bystander(one)
    for i = 1, 30 do
      local socket, web, tcp = on_socket(one), on_web(one), wire.tcp(one.port)
      socket:write('{"jsonrpc":"2.0","id":1,"method":"hello"}\n{"jso')
      web:write(frame(1, message_of(1000)):sub(1, 20 * i))
      tcp:write(wire.upgrade(one.port, {}):sub(1, 5 * i))
      socket:close()
      web:close()
      tcp:close()
    end
    is_fine()
    wait.until_done(function()
      local _, body = wire.http(one.port,
        "GET /metrics HTTP/1.0\r\nHost: localhost\r\n\r\n")
      return body:find('\ncastled_connections{kind="web"} 1\n', 1, true)
        and body:find('\ncastled_connections{kind="socket"} 0\n', 1, true)
    end, "end of the connections")
  end },

  { "who says nothing more still gets its answers", function()
    local one = daemon.start()
    local socket = on_socket(one)
    for id = 1, 20 do
      socket:write(('{"jsonrpc":"2.0","id":%d,"method":"protocol.describe"}\n')
        :format(id))
    end
    socket.stream:shutdown()
    socket:wait_for_end()
    assert(#socket.lines == 20, #socket.lines)
  end },
}
