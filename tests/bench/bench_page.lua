-- bench_page.lua -- what the page of a table costs in Lua: all of it, and what
-- follows a choice, for the first page that shows it and for one more; and how
-- many bytes a choice is. A whole game by random choices, with a page for each
-- seat and two that watch. $CASTLED is the program.

local root = arg[0]:match("^(.*)/tests/bench/[^/]*$") or "."
package.path = root .. "/tests/bench/?.lua;" .. root .. "/tests/web/?.lua;"
               .. root .. "/lua/?.lua;" .. package.path

local json      = require "castled.json"
local positions = require "web.positions"
local tables    = require "tables"

local measures     = require "measures"
local report, time = measures.report, measures.time

local REPEATS = 50
local BOARD_MS, CHOICE_MS, CHOICE_BYTES = 3, 0.3, 4096

local castled = os.getenv("CASTLED") or root .. "/build/release/castled"

-- How many bytes come out of `gzip` of what a page was sent, one a line; what is
-- short goes as it is.
local function wire_size(texts)
  local sum, name = 0, os.tmpname()
  for _, text in ipairs(texts) do
    if #text >= 1500 then
      local file = assert(io.open(name, "w"))
      file:write(text)
      file:close()
      local pipe = assert(io.popen("gzip -c " .. name .. " | wc -c"))
      sum = sum + pipe:read("n")
      pipe:close()
    else
      sum = sum + #text
    end
  end
  os.remove(name)
  return sum
end

math.randomseed(7)
local game = tables.start(castled, { game = "castle", seed = "bench",
                                     players = { "human", "human" } })
local function hear(page, text)
  page.sent = page.sent or {}
  table.insert(page.sent, text)
end
for _, seat in ipairs { 1, 2, 0, 0 } do
  game:add_page(seat > 0 and seat or nil, "en", hear)
end

-- Each page's time by itself: what it is told, and what it makes of the view. The
-- host's time, and that of reading what it says, is not in it, and is not another
-- page's.
local took, elsewhere = { 0, 0, 0, 0 }, 0
local function measure(index, work, ...)
  local start, before = os.clock(), elsewhere
  elsewhere = 0
  local results = table.pack(work(...))
  local whole = os.clock() - start
  if index then
    took[index] = took[index] + whole - elsewhere
  end
  elsewhere = before + whole
  return table.unpack(results, 1, results.n)
end
function game:ask(method, params)
  return measure(nil, tables.ask, self, method, params)
end
for index, page in ipairs(game.pages) do
  local guard = page.session.guard
  page.session.guard = function(...)
    measure(index, guard, ...)
  end
end

game:begin()
for index, page in ipairs(game.pages) do
  page.frame, page.sent = page.sent, {}
  took[index] = 0
end
local count = 0
while not game.is_over do
  game:choose(math.random(0, #game.question.choices - 1))
  count = count + 1
end

local watcher = game.pages[3]
local position = watcher.session.screen.position
report("all of a table, as it stands at the end", time(REPEATS, function()
  local screen = watcher.session.screen
  screen.position = positions.new(position.description, position.view,
                                  position.told)
  screen:draw()
  watcher.session:flush()
end), "ms")
report("its board", time(REPEATS, function()
  positions.new(position.description, position.view, position.told):board("en")
end), "ms", BOARD_MS)
report("all of it once more, as another page shows it", time(REPEATS, function()
  watcher.session.screen:draw()
  watcher.session:flush()
end), "ms")
report("its size", #watcher.sent[#watcher.sent] / 1024, "KiB")
local view = json.encode(position.view)
report("reading a view, once for all who see the same", time(REPEATS, function()
  json.decode(view)
end), "ms")
for index, text in ipairs { "a choice: the page of a seat",
                            "a choice: the page of the other seat",
                            "a choice: the first that watches",
                            "a choice: one more that watches" } do
  report(text, took[index] * 1000 / count, "ms", index ~= 1 and CHOICE_MS or nil)
end
for _, who in ipairs { { 1, "a seat" }, { 3, "who watches" } } do
  local sent = table.move(game.pages[who[1]].sent, 1, count, 1, {})
  report("a choice: bytes to " .. who[2], #table.concat(sent) / count, "bytes",
         CHOICE_BYTES)
  report("as they are on the line", wire_size(sent) / count, "bytes", CHOICE_BYTES)
end
game:close()
