-- The players' clocks as the terminal shows them: what the server said when the
-- question was asked, less what has passed here since. The server decides; these
-- are for the eye. Times are in ms; `now` is of any clock that only goes on.

local json = require "castled.json"

local clocks = {}
clocks.__index = clocks

local SECOND, MINUTE, HOUR, DAY = 1000, 60000, 3600000, 86400000
local LATE_PART = 5

function clocks.new()
  return setmetatable({ lefts = {} }, clocks)
end

-- Takes what game.waiting says: the times by seat, or none; whose runs; and
-- until when (the calendar, as `calendar` is).
function clocks:take(waiting, now, calendar)
  self.lefts = json.value(waiting.clocks) or {}
  self.seat, self.since, self.held = waiting.seat, now, nil
  local stop = json.value(waiting["until"])
  self.choice = stop and #self.lefts == 0 and stop - calendar or nil
end

-- The clock that runs stands still, as it is shown here, or goes on.
function clocks:hold(is_held, now)
  if is_held then
    self.held = self.held or now
  elseif self.held then
    self.since = self.since and self.since + now - self.held
    self.held = nil
  end
end

-- It is over: there are none any more.
function clocks:stop()
  self.lefts, self.seat, self.choice = {}, nil, nil
end

-- What a seat has left, or nil when it has no clock, or when none runs for it.
function clocks:left(seat, now)
  local left = self.lefts[seat]
  if self.seat ~= seat then
    return left
  end
  left = left or self.choice
  return left and math.max(0, left - ((self.held or now) - self.since))
end

-- Whether what is shown changes by itself.
function clocks:is_running()
  return self.seat ~= nil and (self.lefts[self.seat] or self.choice) ~= nil
end

-- From how much left on a clock is short, in ms: a fifth of what its game gives.
-- nil where there is no clock; `clock` as game.about has it.
function clocks.late_ms(clock)
  clock = json.value(clock)
  return clock and (clock.choice_s or clock.game_s) * SECOND // LATE_PART or nil
end

-- A time in figures: 0:07, 12:30, 1:02:03; of days hours, those begun as whole
-- ones: 3 d, 2 d 23 h.
function clocks.text(ms)
  local seconds = (ms + SECOND - 1) // SECOND
  if seconds >= 86400 then
    local hours = (seconds + 3599) // 3600
    return ("%d d"):format(hours // 24)
           .. (hours % 24 > 0 and (" %d h"):format(hours % 24) or "")
  elseif seconds >= 3600 then
    return ("%d:%02d:%02d"):format(seconds // 3600, seconds // 60 % 60,
                                   seconds % 60)
  end
  return ("%d:%02d"):format(seconds // 60, seconds % 60)
end

-- A length in short: 30 s, 5 min, 1 h 30 min, 2 d; the units are the same in
-- all languages that we have.
function clocks.length(ms)
  local parts = {}
  for _, unit in ipairs { { DAY, "d" }, { HOUR, "h" }, { MINUTE, "min" },
                          { SECOND, "s" } } do
    local count = ms // unit[1]
    if count > 0 then
      parts[#parts + 1] = count .. " " .. unit[2]
    end
    ms = ms % unit[1]
  end
  return #parts > 0 and table.concat(parts, " ") or "0 s"
end

-- The rule of a game's clock in words, short or whole; `clock` as game.about
-- has it, perhaps null.
function clocks.rule(clock, words, is_short)
  clock = json.value(clock)
  if not clock then
    return words:say("clock_none")
  end
  local key = (clock.choice_s and "clock_choice" or "clock_game")
              .. (is_short and "_short" or "")
  local per, increment = clock.choice_s or clock.game_s, clock.increment_s or 0
  return words:say(key, {
    time = clocks.length(per * SECOND), seconds = increment,
  })
end

return clocks
