-- Games that are over, scene by scene: how each stood, time by time, as `castled
-- record --scenes` tells from its record. The scripts in a record may be
-- anybody's, so they run there, behind its walls, and what it says is read as
-- what a stranger says. The last few games are kept.

local child    = require "web.child"
local drawing  = require "castled.drawing"
local json     = require "castled.json"
local story_of = require "castled.story"
local uv       = require "luv"

local RUNNING_MAX = 2
local WAITING_MAX = 64      -- games that wait for their turn
local RUN_MS = 20000
local SIZE_MAX = 6 << 20    -- of all scenes of a game, as a text
local KEPT_MAX = 8          -- games
local SLICE_NS = 4 * 1000000 -- of reading, between two looks at everything else

local TOO_MUCH, FAILED = 6, 2 -- the protocol's codes of errors

local scenes = {}
scenes.__index = scenes

-- Each game that is known or on its way, by id: `scenes`, or `waiting`, who wants
-- them; `used`, when.
local games = {}
local uses = 0
local running = 0
local queue = {}

-- What has happened until a scene, without what was taken back.
function scenes:story(index)
  local story = story_of.new()
  for number = 1, index do
    local scene = self.list[number]
    if #story.events > scene.told - #scene.events then
      story:cut(scene.told - #scene.events)
    end
    for _, event in ipairs(scene.events) do
      story:add(event)
    end
  end
  return story
end

-- What somebody who watched saw at a scene. It is read each time: as texts they
-- are much smaller.
function scenes:view(index)
  return assert(json.decode(self.views[index]))
end

-- What events until a scene have told, as drawings want it.
function scenes:told(index)
  local told
  for _, event in ipairs(self:story(index).events) do
    told = drawing.tell(told, event)
  end
  return told
end

-- The number of the scene after an entry of the record; nil when the record has
-- no such entry.
function scenes:after(entry)
  if entry >= self.entries then
    return nil
  end
  local found = 1
  while self.list[found + 1] and self.list[found + 1].entry <= entry do
    found = found + 1
  end
  return found
end

local function is_scene(value)
  return type(value) == "table" and math.type(value.entry) == "integer"
         and math.type(value.told) == "integer" and type(value.events) == "table"
         and value.told >= #value.events
end

local function read_first(line)
  local first = json.decode(line or "")
  return type(first) == "table" and math.type(first.entries) == "integer"
         and type(first.description) == "table"
         and setmetatable({ description = first.description,
                            entries = first.entries, list = {}, views = {} },
                          scenes) or nil
end

-- Reads lines, a few at a time; done(scenes, seconds), with the time that this took,
-- or done(nil, seconds) for what are none.
local function read(output, done)
  local spent = 0
  local next_line = output:gmatch("[^\n]+")
  local made = read_first(next_line())
  local timer = uv.new_timer()
  timer:start(0, 1, function()
    local start = uv.hrtime()
    while made and uv.hrtime() - start < SLICE_NS do
      local line = next_line()
      if not line then
        timer:close()
        done(#made.list > 0 and made or nil, spent + (uv.hrtime() - start) / 1e9)
        return
      end
      local scene = json.decode(line)
      made = is_scene(scene) and made or nil
      if made then
        made.list[#made.list + 1] = scene
        made.views[#made.list] = next_line() or ""
      end
    end
    spent = spent + (uv.hrtime() - start) / 1e9
    if not made then
      timer:close()
      done(nil, spent)
    end
  end)
end

-- Forgets the games that were not asked for for longest.
local function forget()
  local kept = {}
  for _, entry in pairs(games) do
    if entry.scenes then
      kept[#kept + 1] = entry
    end
  end
  table.sort(kept, function(a, b) return a.used > b.used end)
  for index = KEPT_MAX + 1, #kept do
    games[kept[index].game] = nil
  end
end

local function use(entry)
  uses = uses + 1
  entry.used = uses
end

local function finish(entry, failure, made, seconds)
  local waiting = entry.waiting
  entry.waiting, entry.scenes = nil, made
  if failure then
    games[entry.game] = nil
  else
    use(entry)
    forget()
  end
  for _, done in ipairs(waiting) do
    local is_well, trace = xpcall(done, debug.traceback, failure, made,
                                   seconds)
    if not is_well then
      io.stderr:write("page: scenes of ", entry.game, ": ", trace, "\n")
    end
  end
end

-- Why a run has brought nothing, or nil.
local function failure_of(result)
  if result.is_late then
    return { code = TOO_MUCH, message = "this game takes too long to play again" }
  elseif result.is_too_long then
    return { code = TOO_MUCH, message = "this game is too long to be shown" }
  elseif result.status ~= 0 then
    local said = result.errors:match("^castled record: ([^\n]*)")
    return { code = FAILED, message = said or "the record cannot be read" }
  end
  return nil
end

local run_next

-- A game has had its turn.
local function end_turn(entry, failure, made, seconds)
  running = running - 1
  finish(entry, failure, made, seconds)
  run_next()
end

local function on_ended(entry, result)
  local failure = failure_of(result)
  if failure then
    end_turn(entry, failure)
    return
  end
  read(result.output, function(made, seconds)
    end_turn(entry, not made and { code = FAILED,
                                   message = "the record cannot be read" } or nil,
             made, seconds)
  end)
end

-- Plays the record of an entry again.
local function run(entry, record)
  entry.record = nil
  local is_started, reason = child.run({
    command = os.getenv("CASTLED") or "castled",
    arguments = { "record", "--scenes", "-" },
    input = record, ms = RUN_MS, size_max = SIZE_MAX,
  }, function(result) on_ended(entry, result) end)
  if not is_started then
    end_turn(entry, { code = FAILED,
                      message = "castled cannot be started: " .. reason })
  end
end

-- Begins with a game that waits, if there is room.
function run_next()
  if running >= RUNNING_MAX or #queue == 0 then
    return
  end
  local entry = table.remove(queue, 1)
  running = running + 1
  if type(entry.record) == "string" then
    run(entry, entry.record)
    return
  end
  entry.record(function(failure, record)
    if failure then
      end_turn(entry, failure)
    else
      run(entry, record)
    end
  end)
end

-- Gives done(failure, scenes) the scenes of a game that is over: `entries`, how
-- many its record has; `description`; `list`. `record` is its text, or a function
-- that gives done(failure, text) the text. When they had to be read, done is given
-- the seconds that it took, too.
function scenes.of(game, record, done)
  local entry = games[game]
  if entry and entry.scenes then
    use(entry)
    done(nil, entry.scenes)
  elseif entry then
    table.insert(entry.waiting, done)
  elseif #queue >= WAITING_MAX then
    done { code = TOO_MUCH, message = "too many games are being looked at: "
                                      .. "try again in a moment" }
  else
    entry = { game = game, record = record, waiting = { done } }
    games[game] = entry
    queue[#queue + 1] = entry
    run_next()
  end
end

-- The same with the record that the daemon has: `ask(method, params, done)` asks
-- it.
function scenes.ask(game, ask, done)
  scenes.of(game, function(give)
    ask("game.record", { game = game }, function(failure, result)
      give(failure, result and result.record)
    end)
  end, done)
end

return scenes
