-- The calendar's time in milliseconds, as the server's messages have it.

local uv = require "luv"

local calendar = {}

-- The time since 1970, which may jump: what is measured is measured by uv.now.
function calendar.ms()
  local seconds, microseconds = uv.gettimeofday()
  return seconds * 1000 + microseconds // 1000
end

return calendar
