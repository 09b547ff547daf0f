-- A frontend for tests: it talks through `castled connect`.

local client = require "castled.client"
local daemon = require "load_daemon"

local frontend = {}
frontend.__index = frontend

-- Starts `castled connect` with these arguments; `on_news(method, params)` gets
-- all notifications. When it has ended, `has_ended` is true, and `status`,
-- `signal` and `said`, what it wrote on stderr, are there.
function frontend.start(arguments, on_news)
  local self = setmetatable({}, frontend)
  self.client = assert(client.start {
    command = daemon.program,
    arguments = { "connect", table.unpack(arguments) },
    on_notification = on_news,
    on_end = function(status, signal, said)
      self.has_ended, self.status, self.signal, self.said =
        true, status, signal, said
    end,
  })
  return self
end

-- Calls a method: the error, or nil and the result.
function frontend:try(method, params)
  local is_done, failure, result
  self.client:call(method, params, function(...)
    is_done = true
    failure, result = ...
  end)
  daemon.await("an answer to " .. method, function()
    return is_done or self.has_ended
  end)
  assert(is_done, self.said)
  return failure, result
end

-- Calls a method that must do; its result.
function frontend:ask(method, params)
  local failure, result = self:try(method, params)
  return failure and error(method .. ": " .. failure.message, 2) or result
end

function frontend:wait_for_end()
  daemon.await("the end of castled connect", function()
    return self.has_ended
  end)
end

-- Ends its input, and waits for a good end.
function frontend:close()
  self.client:close()
  self:wait_for_end()
  assert(self.status == 0, self.said)
end

-- Kills it, and waits for the end.
function frontend:kill()
  self.client:kill()
  self:wait_for_end()
end

return frontend
