-- The replay of a game on its table, and the final scoring line by line.

local check    = require "check"
local document = require "document"
local final    = require "web.final_scoring"
local frame    = require "web.frame"
local parts    = require "web.parts"
local scenes   = require "web.scenes"
local tables   = require "tables"
local uv       = require "luv"
local wait     = require "wait"

uv.os_setenv("CASTLED", check.CASTLED)

-- All of a page as it is, and as it would be drawn anew. The slider has been
-- moved by who moves it, so it is left out.
local function is_as_drawn(page)
  local screen = page.session.screen
  local function written(element)
    return (document.written(element):gsub(' value="%d+"', ""))
  end
  local anew = document.parse(frame.draw(screen, parts.now(screen)))
  return written(page.document:find("main").children[1])
         == written(anew.children[1])
end

local function act(page, what, value)
  page.session:guard(page.session.screen.act, page.session.screen, what, value, {})
end

local function inside(page, id)
  local element = page.document:find(id)
  return element and document.written(element)
end

math.randomseed(5)
local game = tables.start(check.CASTLED, {
  game = "castle", seed = "replay", players = { "human", "human" },
}, { "Ann <b>", "Bo" })
local pages = { game:add_page(1, "en"), game:add_page(nil, "es") }
game:begin()
local count = 0
while not game.is_over do
  local question = game.question
  count = count + 1
  if count == 9 and question.may_undo then
    game:ask("game.undo", { game = question.game, seat = question.seat })
    game:tell()
  else
    game:choose(math.random(0, #question.choices - 1))
  end
end

local function open(page)
  act(page, "replay", "open")
  check.that("it takes a while, but for who comes later",
             page ~= pages[1] or inside(page, "replay"):find("…", 1, true))
  game:run_answers()
  wait.until_done(function()
    return page.session.screen.replay.state ~= "opening"
  end, "replay")
  assert(page.session.screen.replay.now,
         (page.session.screen.replay.failure or {}).message)
end

for index, page in ipairs(pages) do
  local name = "page " .. index
  local at_end = inside(page, "table")
  check.that(name .. ": closed at first", inside(page, "replay"):find("open", 1, true)
             and not page.document:find("replay-at"))
  open(page)
  local steps = page.session.screen.replay.now.last
  check.that(name .. ": a slider with a place for each step",
             inside(page, "replay-at"):find(('max="%d"'):format(steps - 1), 1, true),
             inside(page, "replay-at"))
  check.that(name .. ": it begins with an empty board",
             not inside(page, "board"):find('id="tile-', 1, true))
  check.that(name .. ": and all of it is drawn", is_as_drawn(page))
  for _, step in ipairs { steps - 2, 0, 1, 2, 7, 8, 9, 8, 60, 30, steps - 1, 31 } do
    page.bytes = 0
    act(page, "replay", tostring(step))
    check.that(("%s, step %d"):format(name, step), is_as_drawn(page))
    check.that(("%s, step %d: what happened is said"):format(name, step),
               #inside(page, "replay-says") > #inside(page, "replay-step") - 20
               or step == 0)
  end
  check.that(name .. ": no result before the end",
             not inside(page, "outcome"):find("<h2", 1, true)
             and not inside(page, "result"):find("<table", 1, true)
             and not inside(page, "log"):find(index == 1 and "wins" or "Gana", 1, true))
  act(page, "replay", tostring(steps - 1))
  check.that(name .. ": at the end there is one", inside(page, "outcome"):find("<h2", 1, true)
             and inside(page, "log"):find(index == 1 and "wins" or "Gana", 1, true))
  local screen = page.session.screen
  local final_events = screen.match.story:final(screen.wording)
  for number, event in ipairs(final_events) do
    act(page, "replay", tostring(steps - 1 - #final_events + number - 1))
    local step = ("%s, what is scored %d."):format(name, number)
    check.that(step .. ": drawn", is_as_drawn(page))
    local seat = event.player == "white" and 1 or 2
    if event.score_after then
      local shown = inside(page, "score-" .. seat)
      check.that(step .. ": its points", shown:find(">%s*" .. event.score_after .. "%s*<"),
                 shown)
      check.equal(step .. ": where its marker is",
                  inside(page, "marker-" .. event.player):match('data%-space="(%d+)"'),
                  tostring(event.score_after % 100))
    end
  end
  check.that(name .. ": several are scored", #final_events > 2)
  act(page, "replay", "0")
  check.that(name .. ": an empty log, too", not inside(page, "log"):find("court", 1, true)
             and not inside(page, "log"):find("patio", 1, true))
  check.that(name .. ": an empty board",
             not inside(page, "board"):find('id="tile-', 1, true))
  act(page, "replay", "-5")
  act(page, "replay", "99999")
  check.that(name .. ": not beyond the end", is_as_drawn(page))
  act(page, "replay", "40")
  act(page, "replay", "what?")
  check.that(name .. ": nonsense changes nothing", is_as_drawn(page))
  act(page, "replay", "leave")
  check.that(name .. ": afterwards all is as before", inside(page, "table") == at_end)
end

-- Pages do not keep a game's scenes: when others have taken their place they are
-- asked for again.
do
  local page, seen = pages[1], setmetatable({}, { __mode = "k" })
  local screen = page.session.screen
  act(page, "replay", "open")
  game:run_answers()
  scenes.of(screen.match.id, nil, function(_, made) seen[made] = true end)
  check.that("they are kept", next(seen))
  local record = check.contents(check.ROOT .. "/tests/golden/sealed-typed.record")
  local others = 8
  for number = 1, 8 do
    scenes.of("other " .. number, record, function(failure)
      check.equal("there are scenes of other " .. number, failure, nil)
      others = others - 1
    end)
  end
  wait.until_done(function() return others == 0 end, "scenes of others")
  collectgarbage()
  collectgarbage()
  check.that("and then not", not next(seen))
  act(page, "replay", "7")
  act(page, "replay", "8")
  game:run_answers()
  wait.until_done(function() return screen.replay.now.step == 9 end, "step 9")
  check.that("the step is shown all the same", is_as_drawn(page))
  act(page, "replay", "leave")
end

-- The final scoring.
local screen = pages[1].session.screen
local lines = final.draw(screen)
local sum, count_of = {}, 0
for _, event in ipairs(screen.match.story.events) do
  if event.event == "final_scored" then
    sum[event.player] = (sum[event.player] or 0) + event.points
  end
  if screen.wording:find("final", event.event) then
    count_of = count_of + 1
  end
end
check.that("there is a final scoring", count_of > 1, count_of)
check.equal("a line for each", select(2, lines:gsub("<li", "")), count_of)
local drawn = 0
for points in lines:gmatch('<b class="points">%+(%d+)</b>') do
  drawn = drawn + math.tointeger(tonumber(points))
end
check.equal("with its points", drawn, (sum.white or 0) + (sum.black or 0))
check.that("names stay text", lines:find("Ann &lt;b&gt;", 1, true)
           and not lines:find("Ann <b>", 1, true))
check.that("where it is", lines:find('data%-kind="court" data%-spaces="%d+,%d+'))
screen.match.story:add { event = "keeps_equal", size = 6, entry = math.maxinteger }
screen.match.story:add { event = "wall_tile_left", player = "black", kind = 4,
                         entry = math.maxinteger }
lines = final.draw(screen)
check.that("why the keep brings nothing", lines:find(
  "The keeps are equal, of size 6 each: nobody scores", 1, true), lines)
check.that("and why a wall tile does", lines:find("Bo, wall tile 4 (", 1, true),
           lines)
check.that("in Spanish", final.draw(pages[2].session.screen)
                              :find("mercado", 1, true))
game:close()
