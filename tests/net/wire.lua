-- Connections to a daemon, as tests need them: byte by byte where they want it,
-- and with all that came kept in order.

local cjson = require "cjson"
local uv    = require "luv"
local wait  = require "wait"

local wire = {}
wire.__index = wire

-- Takes over a stream of luv that is connected.
local function new(stream, take)
  local self = setmetatable({
    stream = stream, input = "", lines = {}, taken = 0, last_id = 0,
    take = take,
  }, wire)
  self:read()
  return self
end

-- Reads from now on.
function wire:read()
  uv.read_start(self.stream, function(problem, bytes)
    if problem or not bytes then
      self.closed = problem or "end"
    else
      self.input = self.input .. bytes
      self:take()
    end
  end)
end

-- Reads no more.
function wire:stop_reading()
  uv.read_stop(self.stream)
end

-- Sends bytes as they are.
function wire:write(bytes)
  self.stream:write(bytes, function(problem)
    self.broken = self.broken or problem
  end)
end

function wire:close()
  if not self.stream:is_closing() then
    self.stream:close()
  end
end

local function take_lines(self)
  local start = 1
  while true do
    local stop = self.input:find("\n", start, true)
    if not stop then
      break
    end
    self.lines[#self.lines + 1] = self.input:sub(start, stop - 1)
    start = stop + 1
  end
  self.input = self.input:sub(start)
end

local function take_bytes() end

local function wait_for_connection(connect)
  local is_done, problem
  connect(function(failure)
    is_done, problem = true, failure
  end)
  wait.until_done(function() return is_done end, "connection")
  return problem
end

-- The daemon's Unix socket.
function wire.socket(path)
  local pipe = uv.new_pipe()
  local problem = wait_for_connection(function(done)
    pipe:connect(path, done)
  end)
  assert(not problem, problem)
  return new(pipe, take_lines)
end

-- Bytes by TCP, perhaps from another address of the loopback.
function wire.tcp(port, from)
  local tcp = uv.new_tcp()
  if from then
    assert(tcp:bind(from, 0))
  end
  local problem = wait_for_connection(function(done)
    tcp:connect("127.0.0.1", port, done)
  end)
  assert(not problem, problem)
  return new(tcp, take_bytes)
end

-- Sends one HTTP request, as it is, perhaps from another address of the
-- loopback; head and body of the answer.
function wire.http(port, request, from)
  local self = wire.tcp(port, from)
  self:write(request)
  self:wait_until(function() return self.closed end, "end of the answer")
  self:close()
  local head, body = self.input:match("^(.-\r\n)\r\n(.*)$")
  return head or self.input, body
end

-- One GET from a daemon, with what else is to be in its head.
function wire.get(one, path, more)
  return wire.http(one.port, "GET " .. path .. " HTTP/1.1\r\nHost: 127.0.0.1:"
    .. one.port .. "\r\nConnection: close\r\n" .. (more or "") .. "\r\n")
end

-- The status that an answer's head has.
function wire.status_of(head)
  return tonumber(head:match("^HTTP/1%.[01] (%d+)"))
end

-- Takes one frame off the input: opcode and payload, or nothing.
local function take_frame(self)
  local input = self.input
  if #input < 2 then
    return
  end
  local first, size = input:byte(1, 2)
  local at = 3
  if size == 126 and #input >= 4 then
    size, at = string.unpack(">I2", input, 3)
  elseif size == 127 and #input >= 10 then
    size, at = string.unpack(">I8", input, 3)
  elseif size > 125 then
    return
  end
  if #input < at - 1 + size then
    return
  end
  self.input = input:sub(at + size)
  return first & 0x0f, input:sub(at, at + size - 1)
end

-- What was compressed, as it was.
local function unpacked(bytes)
  local path = os.tmpname()
  local file = assert(io.open(path, "wb"))
  file:write(bytes)
  file:close()
  local pipe <close> = assert(io.popen("gzip -dc <'" .. path .. "'", "r"))
  local text = pipe:read("a")
  os.remove(path)
  return text
end

-- Text goes into the lines, binary unpacked, a close into code and reason.
local function take_frames(self)
  if not self.head then
    local head, rest = self.input:match("^(.-\r\n)\r\n(.*)$")
    if not head then
      return
    end
    self.head, self.input = head, rest
    self.is_open = head:find("^HTTP/1.1 101 ") ~= nil
  end
  if not self.is_open then
    return
  end
  while true do
    local opcode, payload = take_frame(self)
    if not opcode then
      return
    elseif opcode == 8 then
      self.code = #payload >= 2 and string.unpack(">I2", payload) or 1005
      self.reason = payload:sub(3)
    elseif opcode == 9 and not self.is_silent then
      self:frame(10, payload)
    elseif opcode == 9 then
      self.ping_count = (self.ping_count or 0) + 1
    elseif opcode ~= 10 then
      self.messages = (self.messages or 0) + 1
      if opcode == 2 then
        self.binary_count = (self.binary_count or 0) + 1
        payload = unpacked(payload)
      end
      for line in payload:gmatch("([^\n]+)\n?") do
        self.lines[#self.lines + 1] = line
      end
    end
  end
end

-- What a frame is on the wire. `options.size` lies about its size, `open` says
-- that more follows.
function wire.frame_bytes(opcode, payload, options)
  options = options or {}
  local size = options.size or #payload
  local first = string.char((options.open and 0 or 0x80) | opcode)
  local head
  if size < 126 then
    head = string.char(0x80 | size)
  elseif size < 65536 then
    head = string.char(0x80 | 126) .. string.pack(">I2", size)
  else
    head = string.char(0x80 | 127) .. string.pack(">I8", size)
  end
  -- A mask of zeros is one too, and leaves the payload as it is.
  return first .. head .. "\0\0\0\0" .. payload
end

function wire:frame(opcode, payload, options)
  self:write(wire.frame_bytes(opcode, payload, options))
end

-- The request that opens a WebSocket. `options`: path, host, headers (a list),
-- and for wire.web `from`, as in wire.tcp.
function wire.upgrade(port, options)
  local lines = {
    "GET " .. (options.path or "/ws") .. " HTTP/1.1",
    "Host: " .. (options.host or "127.0.0.1:" .. port),
    "Upgrade: websocket", "Connection: Upgrade",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Version: 13",
    table.unpack(options.headers or {}),
  }
  return table.concat(lines, "\r\n") .. "\r\n\r\n"
end

-- Opens a WebSocket on a stream that is connected; it need not become one:
-- is_open says so.
local function open_web(self, port, options)
  self.is_web, self.take = true, take_frames
  self:write(wire.upgrade(port, options))
  self:wait_until(function() return self.head or self.closed end, "head")
  return self
end

function wire.web(port, options)
  options = options or {}
  return open_web(wire.tcp(port, options.from), port, options)
end

-- The same by TLS, which openssl speaks.
function wire.secure(port, options)
  local stdin, stdout = uv.new_pipe(), uv.new_pipe()
  local process, problem
  process, problem = uv.spawn("openssl", {
    args = { "s_client", "-quiet", "-verify_quiet", "-connect",
             "127.0.0.1:" .. port },
    stdio = { stdin, stdout },
  }, function() process:close() end)
  assert(process, problem)
  local self = new(stdout, take_bytes)
  self.write = function(_, bytes) uv.write(stdin, bytes) end
  self.close = function()
    if not process:is_closing() then
      process:kill("sigterm")
    end
    stdin:close()
    stdout:close()
  end
  return open_web(self, port, options or {})
end

-- Waits, also for the end; an error when neither comes.
function wire:wait_until(is_done, what)
  wait.until_done(function() return is_done() or self.closed end, what)
end

-- Sends one message.
function wire:send(text)
  if self.is_web then
    self:frame(1, text)
  else
    self:write(text .. "\n")
  end
end

-- The next line as it is; nil at the end.
function wire:line()
  self:wait_until(function() return #self.lines > self.taken end, "line")
  if #self.lines == self.taken then
    return nil
  end
  self.taken = self.taken + 1
  return self.lines[self.taken]
end

-- The next line, decoded; nil at the end.
function wire:next()
  local line = self:line()
  return line and cjson.decode(line)
end

-- Calls a method; its result, or nil and the error. Notifications that come
-- meanwhile are in `news`.
function wire:call(method, params)
  self.last_id = self.last_id + 1
  self:send(cjson.encode {
    jsonrpc = "2.0", id = self.last_id, method = method, params = params,
  })
  self.news = self.news or {}
  while true do
    local message = self:next()
    if not message then
      return nil, { code = 0, message = "the connection has ended" }
    elseif message.method then
      self.news[#self.news + 1] = message
    elseif message.id == self.last_id then
      return message.result, message.error
    else
      error("an answer to nothing: " .. cjson.encode(message))
    end
  end
end

-- Calls a method that must do.
function wire:must(method, params)
  local result, problem = self:call(method, params)
  if not result then
    error(method .. ": " .. cjson.encode(problem), 2)
  end
  return result
end

-- Waits until the other side has ended it; what it said in a WebSocket.
function wire:wait_for_end()
  wait.until_done(function() return self.closed end, "end of the connection")
  return self.code, self.reason
end

return wire
