-- The replay of a game on its table, and the final scoring line by line.

local check    = require "check"
local document = require "document"
local final    = require "web.final_scoring"
local frame    = require "web.frame"
local parts    = require "web.parts"
local scenes   = require "web.scenes"
local tables   = require "tables"
local uv       = require "luv"

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
  while page.session.screen.replay.state == "opening" do
    uv.run("once")
  end
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
  check.that(name .. ": at the end nothing is other", is_as_drawn(page))
  for _, step in ipairs { steps - 2, 0, 1, 2, 7, 8, 9, 8, 60, 30, steps - 1, 31 } do
    page.bytes = 0
    act(page, "replay", tostring(step))
    check.that(("%s, step %d"):format(name, step), is_as_drawn(page))
    check.that(("%s, step %d: what happened is said"):format(name, step),
               #inside(page, "replay-says") > #inside(page, "replay-step") - 20
               or step == 0)
  end
  act(page, "replay", "0")
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
  scenes.of(screen.match.id, nil, function(_, made) seen[made] = true end)
  check.that("they are kept", next(seen))
  local record = check.contents(check.ROOT .. "/tests/golden/sealed-typed.record")
  local others = 8
  for number = 1, 8 do
    scenes.of("other " .. number, record, function() others = others - 1 end)
  end
  while others > 0 do
    uv.run("once")
  end
  collectgarbage()
  collectgarbage()
  check.that("and then not", not next(seen))
  act(page, "replay", "7")
  act(page, "replay", "8")
  game:run_answers()
  while screen.replay.now.step ~= 9 do
    uv.run("once")
  end
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
check.that("in Spanish", final.draw(pages[2].session.screen)
                              :find("mercado", 1, true))
game:close()
