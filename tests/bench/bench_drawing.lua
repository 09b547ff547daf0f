-- bench_drawing.lua -- what drawing costs in Lua: a full board, first and again,
-- and what a page is sent after each choice of a game. $CASTLED is the program.

local root = arg[0]:match("^(.*)/tests/bench/[^/]*$") or "."
package.path = root .. "/tests/bench/?.lua;" .. root .. "/tests/drawing/?.lua;"
               .. root .. "/lua/?.lua;" .. package.path

local drawing = require "castled.drawing"
local games   = require "games"

local measures     = require "measures"
local report, time = measures.report, measures.time

local REPEATS = 100
local AIM_BOARD_MS, AIM_PARTS_MS = 3, 0.3

local castled = os.getenv("CASTLED") or root .. "/build/release/castled"
local description, states = games.play(castled, "bench")

local last = states[#states]
local svg
local function draw()
  svg = drawing.board(description, last.view, { told = last.told })
end

report("the first board of a process", time(1, draw), "ms")
report("a full board", time(REPEATS, draw), "ms", AIM_BOARD_MS)
report("its size", #svg / 1024, "KiB")

-- A page is told after a choice, and a choice ends where the next one is asked:
-- here, more often, after each event.
local function play_through()
  local count, bytes, largest = 0, 0, 0
  local before = { view = states[1].view, options = { told = states[1].told } }
  for index = 2, #states do
    local after = { view = states[index].view,
                    options = { told = states[index].told } }
    local size = 0
    for _, part in ipairs(drawing.parts(description, before, after)) do
      size = size + #part.id + #(part.svg or "")
    end
    before = after
    count, bytes, largest = count + 1, bytes + size, math.max(largest, size)
  end
  return count, bytes, largest
end

local count, bytes, largest = play_through()
local took = time(3, play_through)
report("what changes after an event", took / count, "ms", AIM_PARTS_MS)
report("its size, on average", bytes / count, "bytes")
report("its size, at most", largest, "bytes")
