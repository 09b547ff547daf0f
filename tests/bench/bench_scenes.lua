-- bench_scenes.lua -- what it costs to show a game that is over step by step:
-- `castled record --scenes`, and reading what it says in a page process.
-- $CASTLED is the program.

local root = arg[0]:match("^(.*)/tests/bench/[^/]*$") or "."
package.path = root .. "/tests/bench/?.lua;" .. root .. "/lua/?.lua;" .. package.path

local uv = require "luv"

local REPEATS = 10

local castled = os.getenv("CASTLED") or root .. "/build/release/castled"
uv.os_setenv("CASTLED", castled)

local child  = require "web.child"
local scenes = require "web.scenes"

local path = root .. "/tests/golden/undo-doubled-towers.record"
local file = assert(io.open(path))
local record = file:read("a")
file:close()

local report = require("measures").report

-- Milliseconds from start(done) until done is called, on average.
local function time(start)
  local from = uv.hrtime()
  for number = 1, REPEATS do
    local is_done
    start(number, function(problem)
      assert(not problem, problem)
      is_done = true
    end)
    while not is_done do
      uv.run("once")
    end
  end
  return (uv.hrtime() - from) / 1e6 / REPEATS
end

local output
report("castled record --scenes, a game of two", time(function(_, done)
  assert(child.run({ command = castled, arguments = { "record", "--scenes", "-" },
                     input = record, ms = 20000, size_max = 1 << 24 },
                   function(result)
    output = result.output
    done(result.status ~= 0 and result.errors)
  end))
end), "ms")
report("its size", #output / 1024, "KiB")

local made
report("the same, and read", time(function(number, done)
  scenes.of("game " .. number, record, function(failure, read)
    made = read
    done(failure and failure.message)
  end)
end), "ms")
report("steps", #made.list, "")

local from = os.clock()
for step = 1, #made.list do
  made:told(step)
end
report("what was told until a step", (os.clock() - from) * 1000 / #made.list, "ms")
os.exit(true) -- at once: luv does not like to be closed behind the last handle
