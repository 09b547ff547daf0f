-- What steward would do, thought out by a `castled host` that is kept for this: it
-- is started when somebody asks, and anew when it has died.

local client = require "castled.client"
local json   = require "castled.json"
local uv     = require "luv"

local WAITING_MAX = 32
local THINK_MS = 20000 -- for all that wait before, too

local TOO_MUCH = 6 -- the protocol's code of an error

local hints = {}

local host -- running, or nil
local waiting = {} -- functions that want an answer, by a number
local waiting_count = 0
local last_number = 0

-- Gives whoever waits under a number the answer, unless they had one.
local function answer(number, failure, result)
  local wants = waiting[number]
  if wants then
    waiting[number] = nil
    waiting_count = waiting_count - 1
    wants(failure, result)
  end
end

local function on_end(ended, errors)
  if host == ended then
    host = nil
  end
  local numbers = {}
  for number in pairs(waiting) do
    numbers[#numbers + 1] = number
  end
  table.sort(numbers)
  for _, number in ipairs(numbers) do
    answer(number, { code = TOO_MUCH, message = "no hint could be thought out"
                                                .. (errors ~= "" and ": " .. errors
                                                    or "") })
  end
end

local function start()
  local started, reason
  started, reason = client.start {
    command = os.getenv("CASTLED") or "castled", arguments = { "host" },
    on_notification = function() end,
    on_end = function(_, _, errors)
      on_end(started, errors:match("([^\n]*)\n?$"))
    end,
  }
  return started, reason
end

-- What is asked for a position, as game.position gives it.
local function params_of(position)
  local variants, options = json.value(position.variants),
                            json.value(position.options)
  return {
    game = position.name, rules = position.rules, position = position.position,
    variants = variants and #variants > 0 and variants or nil,
    options = options and next(options) and options or nil,
  }
end

-- Thinks about a position, as the daemon's game.position gives it:
-- done(failure, { index, choice }). A failure has code and message.
function hints.think(position, done)
  if waiting_count >= WAITING_MAX then
    done { code = TOO_MUCH, message = "too many want a hint: ask again in a moment" }
    return
  end
  if not host then
    local reason
    host, reason = start()
    if not host then
      done { code = TOO_MUCH, message = "castled cannot be started: " .. reason }
      return
    end
  end
  last_number = last_number + 1
  local number, asked = last_number, host
  waiting[number] = done
  waiting_count = waiting_count + 1
  local timer = uv.new_timer()
  timer:start(THINK_MS, 0, function()
    timer:close()
    asked:kill() -- and on_end tells all who wait
  end)
  asked:call("position.hint", params_of(position), function(failure, result)
    if not timer:is_closing() then
      timer:close()
    end
    answer(number, failure, result)
  end)
end

return hints
