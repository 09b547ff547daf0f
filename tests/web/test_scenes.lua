-- Games scene by scene, from their records.

local check    = require "check"
local child    = require "web.child"
local drawing  = require "castled.drawing"
local json     = require "castled.json"
local scenes   = require "web.scenes"
local uv       = require "luv"
local wait     = require "wait"

local GOLDEN = check.ROOT .. "/tests/golden/"

uv.os_setenv("CASTLED", check.CASTLED)

-- The failure and the scenes of a record.
local function scenes_of(game, record)
  local failure, made, is_done
  scenes.of(game, record, function(...)
    failure, made = ...
    is_done = true
  end)
  wait.until_done(function() return is_done end, "scenes of " .. game)
  return failure, made
end

local function events_of(name)
  local events = {}
  for line in io.lines(GOLDEN .. name .. ".events") do
    events[#events + 1] = assert(json.decode(line))
  end
  return events
end

local function check_golden(name)
  local record = check.contents(GOLDEN .. name .. ".record")
  local failure, made = scenes_of(name, record)
  check.that(name .. ": it is played again", made, failure and failure.message)
  if not made then
    return
  end
  local events = events_of(name)
  local story = made:story(#made.list)
  check.equal(name .. ": all that happened", #story.events, #events)
  local last = events[#events]
  check.equal(name .. ": the scores", story.scores, {
    white = last.scores.white, black = last.scores.black })
  check.equal(name .. ": the first scene", made.list[1].entry, 0)
  check.that(name .. ": boards", #made:view(#made.list).board > 50)
  check.equal(name .. ": before the first choice", made:after(1), 1)
  check.equal(name .. ": after the last entry", made:after(made.entries - 1),
              #made.list)
  check.equal(name .. ": after no entry", made:after(made.entries), nil)
  local told
  for _, event in ipairs(events) do
    told = drawing.tell(told, event)
  end
  check.equal(name .. ": keeps", made:told(#made.list).keeps, told.keeps)
  check.that(name .. ": once for all", select(2, scenes_of(name, nil)) == made)
end

for _, name in ipairs { "undo-doubled-towers", "sealed-typed", "two-house-rules" } do
  check_golden(name)
end

-- What cannot be played.
for name, record in pairs {
  ["no record"] = "hello\n", nothing = "",
  ["a changed one"] = check.contents(GOLDEN .. "sealed-typed.record")
                           :gsub('"turns":1', '"turns":2', 1),
} do
  local failure, made = scenes_of(name, record)
  check.that(name .. " is refused with a sentence",
             not made and failure.code == 2 and #failure.message > 10,
             failure and failure.message)
  check.that(name .. " may be better later", scenes_of(name, record) ~= nil)
end

local asked
scenes.ask("gone", function(method, params, done)
  asked = method .. " " .. params.game
  done { code = 1, message = "there is no game 'gone'" }
end, function(failure) asked = asked .. " " .. failure.code end)
check.equal("the daemon's failure is told", asked, "game.record gone 1")

-- Many at once.
do
  local record = check.contents(GOLDEN .. "sealed-typed.record")
  local done, together, most = 0, 0, 0
  for number = 1, 6 do
    scenes.of("many " .. number, function(give)
      together = together + 1
      most = math.max(most, together)
      give(nil, record)
    end, function(failure)
      together = together - 1
      done = done + (failure and 0 or 1)
    end)
  end
  wait.until_done(function() return together == 0 and done == 6 end,
                  "scenes of many games")
  check.that("not all at once", most == 2, most)
end

-- Children end, whatever they do.
local function run(options)
  local result
  options.ms = options.ms or 10000
  options.size_max = options.size_max or 1 << 20
  options.input = options.input or ""
  local is_started, reason = child.run(options, function(got) result = got end)
  if not is_started then
    return nil, reason
  end
  wait.until_done(function() return result end, "end of " .. options.command)
  return result
end

check.that("a program that does not end is killed",
           run { command = "sleep", arguments = { "60" }, ms = 100 }.is_late)
do
  local before, has_ended = uv.now(), nil
  uv.sleep(50)
  child.run({ command = "true", ms = 10000, input = "", size_max = 1 },
            function() has_ended = true end)
  check.that("its time begins when it does", uv.now() - before >= 50)
  wait.until_done(function() return has_ended end, "end of true")
end
check.that("what says too much is cut", run {
  command = "head", arguments = { "-c", "100000", "/dev/zero" }, size_max = 1000,
}.is_too_long)
check.equal("what is given is read", run {
  command = "cat", arguments = {}, input = ("x"):rep(300000) }.output,
  ("x"):rep(300000))
check.equal("input that nobody reads", run {
  command = "true", arguments = {}, input = ("x"):rep(3000000) }.status, 0)
check.that("a program that is not there", not run {
  command = "/nothing/here", arguments = {} })
