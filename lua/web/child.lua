-- Programs that are given a text and answer with one, in luv's loop: nothing here
-- waits. Each has an end, however it goes.

local uv = require "luv"

local STDERR_SIZE_MAX = 4096

local child = {}

-- A program that does not read what it is given ends nobody else.
local broken_pipe = uv.new_signal()
broken_pipe:start("sigpipe", function() end)
broken_pipe:unref()

-- What has been read of a pipe, up to a size; what is more is dropped.
local function collect(pipe, size_max, on_end)
  local chunks, size = {}, 0
  pipe:read_start(function(_, bytes)
    if not bytes then
      pipe:close()
      on_end(table.concat(chunks), size > size_max)
      return
    end
    size = size + #bytes
    if size <= size_max then
      chunks[#chunks + 1] = bytes
    end
  end)
end

-- Runs `options.command` with `options.arguments` and gives it `options.input`.
-- After `options.ms` milliseconds it is killed. Calls done(result) once, when it
-- has ended: status, signal, output, errors (the beginning of what it said on
-- stderr), is_late, is_too_long (its output was longer than
-- `options.size_max`). Nil and a reason when it cannot be started.
function child.run(options, done)
  local input, output = uv.new_pipe(false), uv.new_pipe(false)
  local errors, timer = uv.new_pipe(false), uv.new_timer()
  local result, parts = {}, 3 -- the process, its stdout, its stderr
  local handle
  local function part_ended()
    parts = parts - 1
    if parts == 0 then
      timer:close()
      handle:close()
      done(result)
    end
  end
  local reason
  handle, reason = uv.spawn(options.command, {
    args = options.arguments, stdio = { input, output, errors },
  }, function(status, signal)
    result.status, result.signal = status, signal
    part_ended()
  end)
  if not handle then
    for _, each in ipairs { input, output, errors, timer } do
      each:close()
    end
    return nil, reason
  end
  uv.update_time() -- it may be long since the loop looked at it
  timer:start(options.ms, 0, function()
    result.is_late = true
    handle:kill("sigkill")
  end)
  collect(output, options.size_max, function(text, is_too_long)
    result.output, result.is_too_long = text, is_too_long
    part_ended()
  end)
  collect(errors, STDERR_SIZE_MAX, function(text)
    result.errors = text
    part_ended()
  end)
  input:write(options.input, function() input:close() end)
  return true
end

return child
