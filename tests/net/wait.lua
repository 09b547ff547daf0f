-- Waiting for what comes, in luv's loop.

local uv = require "luv"

local wait = {}

wait.ms = 120000 -- for anything; a test that needs that long has failed

-- To write to who has gone is an error like others, and not our end.
local broken_pipe = uv.new_signal()
broken_pipe:start("sigpipe", function() end)
broken_pipe:unref()

-- Runs the loop until `is_done()`; false when it is not after `ms`, at once when
-- that is in the past.
function wait.try(is_done, ms)
  local late = false
  local timer, look = uv.new_timer(), uv.new_timer()
  uv.update_time() -- it may be long since the loop looked at it
  -- To luv less than 0 is for ever.
  timer:start(math.max(ms, 0), 0, function() late = true end)
  -- Not all that is waited for, files and processes, wakes the loop by itself.
  look:start(20, 20, function() end)
  local done = is_done()
  while not done and not late do
    uv.run("once")
    done = is_done() -- perhaps in the same round of the loop: then it is in time
  end
  timer:close()
  look:close()
  return done
end

-- The same, and an error when it takes too long.
function wait.until_done(is_done, what)
  if not wait.try(is_done, wait.ms) then
    error("no " .. what .. " after " .. wait.ms / 1000 .. " s", 2)
  end
end

-- For what asks somebody, who is to have time for other things: the same
-- question, and a rest after each answer of no.
function wait.looking(is_done)
  return function()
    local done = is_done()
    if not done then
      wait.pause(30)
    end
    return done
  end
end

-- Lets the loop run for a time.
function wait.pause(ms)
  wait.try(function() return false end, ms)
end

return wait
