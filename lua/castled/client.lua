-- JSON-RPC 2.0 with a child process, one message a line: how a frontend talks
-- with `castled host` and `castled connect`. All in luv's loop; nothing here
-- waits.

local json = require "castled.json"
local uv   = require "luv"

-- What `castled connect` may pass on: CONNECT_LINE_SIZE_MAX, and the answer's number.
local LINE_SIZE_MAX = (4 << 20) + 64
local STDERR_SIZE_MAX = 4096

local client = {}
client.__index = client

-- Starts `options.command` with `options.arguments`. Calls
-- on_notification(method, params) and, once, on_end(status, signal, stderr),
-- with the end of what the program had to say. What goes wrong between is told once
-- by on_failure(what, trace), and nothing is heard from then on: `what` is "too_long"
-- or "no_json", for what the program wrote, or nil for an error in a function that was
-- called. Without that one it ends the program, as errors in luv's loop do.
function client.start(options)
  local self = setmetatable({
    on_notification = options.on_notification, on_end = options.on_end,
    on_failure = options.on_failure,
    waiting = {}, last_id = 0, buffer = "", stderr_text = "",
    input = uv.new_pipe(false), output = uv.new_pipe(false),
    errors = uv.new_pipe(false),
  }, client)
  local handle, reason = uv.spawn(options.command, {
    args = options.arguments,
    stdio = { self.input, self.output, self.errors },
    detached = true, -- Ctrl-C at the terminal is ours to answer
  }, function(status, signal)
    self.status, self.signal = status, signal
    self:part_ended()
  end)
  if not handle then
    return nil, reason
  end
  self.handle = handle
  self.parts = 3 -- the process, its stdout, its stderr
  self:read(self.output, function(bytes)
    self:guard(self.take, self, bytes)
  end)
  self:read(self.errors, function(bytes)
    self.stderr_text = (self.stderr_text .. bytes):sub(-STDERR_SIZE_MAX)
  end)
  return self
end

function client:read(pipe, take)
  pipe:read_start(function(_, bytes)
    if bytes then
      take(bytes)
    else
      pipe:close()
      self:part_ended()
    end
  end)
end

-- What has been read cannot be taken.
function client:fail(what, trace)
  self.has_failed = true
  if not self.on_failure then
    error(trace, 0)
  end
  self.on_failure(what, trace)
end

-- Runs a function, as long as nothing has failed.
function client:guard(act, ...)
  if self.has_failed then
    return
  end
  local is_well, trace = xpcall(act, debug.traceback, ...)
  if not is_well then
    self:fail(nil, trace)
  end
end

-- The end comes after all that was written has been read.
function client:part_ended()
  self.parts = self.parts - 1
  if self.parts == 0 then
    self.has_ended = true
    self.handle:close()
    self.on_end(self.status, self.signal, self.stderr_text)
  end
end

function client:take(bytes)
  local start = 1
  local text = self.buffer .. bytes
  while not self.has_failed do
    local stop = text:find("\n", start, true)
    if not stop then
      break
    end
    self:message(text:sub(start, stop - 1))
    start = stop + 1
  end
  self.buffer = text:sub(start)
  if #self.buffer > LINE_SIZE_MAX and not self.has_failed then
    self:fail("too_long", "the host wrote a line that is too long")
  end
end

function client:message(line)
  local message, reason = json.decode(line)
  if not message then
    self:fail("no_json", "the host wrote what is no JSON: " .. reason)
    return
  end
  if message.method then
    self.on_notification(message.method, message.params or {})
    return
  end
  local done = self.waiting[message.id]
  if done then
    self.waiting[message.id] = nil
    done(json.value(message.error), message.result)
  end
end

-- Asks for something; done(error, result) is called with the answer. An error
-- has code and message. Without `done` the answer is dropped.
function client:call(method, params, done)
  if self.has_ended or self.is_closing then
    return
  end
  self.last_id = self.last_id + 1
  self.waiting[self.last_id] = done
  local message = { jsonrpc = "2.0", id = self.last_id, method = method,
                    params = params or {} }
  self.input:write(json.encode(message) .. "\n", function() end)
end

-- Ends the input: the host saves its games and ends.
function client:close()
  if not self.is_closing then
    self.is_closing = true
    if not self.input:is_closing() then
      self.input:close()
    end
  end
end

-- Ends the host at once.
function client:kill()
  if not self.has_ended then
    self.handle:kill("sigkill")
  end
end

return client
