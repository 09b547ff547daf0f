-- A frontend for tests: starts `castled host`, sends requests, waits for what
-- comes back. One client is one process.

local cjson = require "cjson"
local uv    = require "luv"
local wait  = require "wait"

local client = {}
client.__index = client

local FIRST_ID = 1000000 -- ids below are for messages that tests write

client.null = cjson.null
client.decode = cjson.decode
client.encode = cjson.encode

-- Whether two values are the same, all the way down.
function client.same(one, other)
  if type(one) ~= "table" or type(other) ~= "table" then
    return one == other
  end
  for key, value in pairs(one) do
    if not client.same(value, other[key]) then
      return false
    end
  end
  for key in pairs(other) do
    if one[key] == nil then
      return false
    end
  end
  return true
end

-- Takes what was read apart into messages.
local function take_lines(self)
  while true do
    local line, rest = self.input:match("^([^\n]*)\n(.*)$")
    if not line then
      return
    end
    self.input = rest
    local message = cjson.decode(line)
    self.lines[#self.lines + 1] = line
    assert(message.jsonrpc == "2.0", line)
    if message.method then
      assert(message.id == nil, line)
      self.news[#self.news + 1] = message
      self.order[#self.order + 1] = message.method
    else
      self.responses[#self.responses + 1] = message
      self.order[#self.order + 1] = "response"
    end
  end
end

local function start_reading(self)
  self.is_reading = true
  uv.read_start(self.stdout, function(problem, bytes)
    assert(not problem, problem)
    if bytes then
      self.input = self.input .. bytes
      take_lines(self)
    else
      self.ended = true
    end
  end)
end

-- A running host. `settings.arguments` are its own, `settings.lazy` does not
-- read its answers until client:read().
function client.start(settings)
  settings = settings or {}
  local self = setmetatable({
    input = "", errors = "", lines = {}, responses = {}, news = {}, order = {},
    last_id = FIRST_ID, stdin = uv.new_pipe(), stdout = uv.new_pipe(),
    stderr = uv.new_pipe(),
  }, client)
  local arguments = { "host", table.unpack(settings.arguments or {}) }
  local problem
  self.process, problem = uv.spawn(client.program, {
    args = arguments, stdio = { self.stdin, self.stdout, self.stderr },
  }, function(status, signal)
    self.status, self.signal = status, signal
  end)
  assert(self.process, problem)
  uv.read_start(self.stderr, function(_, bytes)
    self.errors = self.errors .. (bytes or "")
  end)
  if not settings.lazy then
    start_reading(self)
  end
  return self
end

-- Reads the answers from now on.
function client:read()
  start_reading(self)
end

-- Leaves its answers unread from now on.
function client:stop_reading()
  self.is_reading = false
  uv.read_stop(self.stdout)
end

-- Sends bytes as they are.
function client:write(bytes)
  uv.write(self.stdin, bytes)
end

-- Waits until there are `count` responses.
function client:wait_for_responses(count)
  wait.until_done(function()
    return #self.responses >= count or self.ended
  end, "response")
end

-- Sends bytes and returns the response that comes next.
function client:send(bytes)
  local before = #self.responses
  self:write(bytes)
  self:wait_for_responses(before + 1)
  return self.responses[before + 1] or error("the host has ended: "
                                             .. self.errors)
end

-- Calls a method; returns its result, or nil and the error.
function client:call(method, params)
  self.last_id = self.last_id + 1
  self:write(cjson.encode {
    jsonrpc = "2.0", id = self.last_id, method = method, params = params,
  } .. "\n")
  -- Others, to what was written before, may come first.
  local count = #self.responses
  repeat
    count = count + 1
    self:wait_for_responses(count)
    local response = self.responses[count]
      or error("the host has ended: " .. self.errors)
  until response.id == self.last_id
  return self.responses[count].result, self.responses[count].error
end

-- Calls a method that must do.
function client:must(method, params)
  local result, problem = self:call(method, params)
  if not result then
    error(method .. ": " .. cjson.encode(problem), 2)
  end
  return result
end

-- Waits until what was asked for so far has been done: news that follows a
-- response comes before the next one.
function client:settle()
  self:must("hello")
end

-- The news called `method` that has come since the last call, in order.
function client:take(method)
  local list, rest = {}, {}
  for _, message in ipairs(self.news) do
    local to = message.method == method and list or rest
    to[#to + 1] = message.method == method and message.params or message
  end
  self.news = rest
  return list
end

-- Plays on until the game is over or `limit` questions were answered. `choose`
-- gets the question and returns the index of a choice. Keeps events, the last
-- question, and what was told of the end.
function client:play(game, choose, limit)
  local told = self.told or { events = {} }
  self.told = told
  for _ = 1, limit or math.huge do
    self:settle()
    for _, message in ipairs(self.news) do
      local params = message.params
      if message.method == "game.event" then
        assert(params.entry >= 1 and params.entry <= #told.events + 1,
          "an event is missing")
        told.events[params.entry] = params
        for i = #told.events, params.entry + 1, -1 do
          told.events[i] = nil
        end
      elseif message.method == "game.question" then
        told.question = params
      elseif message.method == "game.over" then
        told.over = params
      end
    end
    self.news = {}
    if told.over then
      return told
    end
    local question = told.question
    local index = choose(question)
    local result = self:must("game.choose", {
      game = game, seq = question.seq, index = index,
    })
    assert(result.seq == question.seq + 1)
  end
  return told
end

-- Closes its input and waits for its end; returns status and signal.
function client:close()
  -- What was written goes out first, as far as somebody takes it.
  local stdin = self.stdin
  if not stdin:is_closing() and not uv.shutdown(stdin, function()
    stdin:close()
  end) then
    stdin:close()
  end
  wait.until_done(function()
    return self.status and (self.ended or not self.is_reading)
  end, "end")
  for _, handle in ipairs { stdin, self.stdout, self.stderr, self.process } do
    if not handle:is_closing() then
      handle:close()
    end
  end
  return self.status, self.signal
end

-- Sends a signal and waits for the end.
function client:kill(signal)
  self.process:kill(signal)
  return self:close()
end

return client
