-- Whole games of bots for tests and benchmarks: the description, and the view and
-- what was told after every event.

local castle_events = require "castled.castle_events"
local castle        = require "castled.castle"
local board         = require "castled.board"
local drawing       = require "castled.drawing"
local json          = require "castled.json"

local games = {}

local function ask(id, method, params)
  return ('{"jsonrpc":"2.0","id":%d,"method":"%s","params":%s}\n')
    :format(id, method, params)
end

-- Everything that `castled host` says of a game of stewards.
local function lines_of(program, seed)
  local requests = os.tmpname()
  local handle = assert(io.open(requests, "w"))
  handle:write(ask(1, "rulesets.describe", '{"game":"castle"}'),
    ask(2, "game.create", ('{"game":"castle","seed":"%s","players":["steward",'
                           .. '"random"]}'):format(seed)),
    ask(3, "game.begin", '{"game":"g1"}'), ask(4, "game.view", '{"game":"g1"}'))
  handle:close()
  local pipe = assert(io.popen(program .. " host <" .. requests))
  local messages = {}
  for line in pipe:lines() do
    messages[#messages + 1] = assert(json.decode(line))
  end
  pipe:close()
  os.remove(requests)
  return messages
end

-- A copy of a view, deep enough for castle_events.
local function copy(value)
  if type(value) ~= "table" or value == json.null then
    return value
  end
  local other = {}
  for key, member in pairs(value) do
    other[key] = copy(member)
  end
  return other
end

-- The description; the states { view, told } after every event, the last one's
-- view as the host gives it.
function games.play(program, seed)
  local messages = lines_of(program, seed)
  local description, states, last = nil, {}, nil
  for _, message in ipairs(messages) do
    if message.id == 1 then
      description = message.result
    elseif message.id == 4 then
      last = message.result
    end
  end
  local track = castle.track(board.new(description))
  local view, told = castle_events.initial(description.seats, track), nil
  for _, message in ipairs(messages) do
    if message.method == "game.event" then
      view = copy(view)
      castle_events.apply(view, description.seats, message.params)
      told = drawing.tell(told, message.params)
      states[#states + 1] = { view = view, told = told }
    end
  end
  states[#states + 1] = { view = last, told = told }
  return description, states
end

return games
