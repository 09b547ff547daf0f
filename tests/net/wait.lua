-- Waiting for what comes, in luv's loop.

local uv = require "luv"

local wait = {}

wait.ms = 20000 -- for anything; a test that needs that long has failed

-- To write to who has gone is an error like others, and not our end.
local broken_pipe = uv.new_signal()
broken_pipe:start("sigpipe", function() end)
broken_pipe:unref()

-- Runs the loop until `is_done()`; false when that takes longer than `ms`.
function wait.try(is_done, ms)
  local late = false
  local timer = uv.new_timer()
  timer:start(ms, 0, function() late = true end)
  while not is_done() and not late do
    uv.run("once")
  end
  timer:stop()
  timer:close()
  return not late
end

-- The same, and an error when it takes too long.
function wait.until_done(is_done, what)
  if not wait.try(is_done, wait.ms) then
    error("no " .. what .. " after " .. wait.ms / 1000 .. " s", 2)
  end
end

-- Lets the loop run for a time.
function wait.pause(ms)
  wait.try(function() return false end, ms)
end

return wait
