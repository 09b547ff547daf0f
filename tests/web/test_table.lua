-- The table, over whole games by random choices: what a page has after all that
-- it was sent is what is drawn anew.

local check    = require "check"
local document = require "document"
local frame    = require "web.frame"
local parts    = require "web.parts"
local tables   = require "tables"

-- What the page would have, were it drawn now.
local function anew(page)
  local screen = page.session.screen
  local root = document.parse(frame.draw(screen, parts.now(screen)))
  return document.written(root.children[1])
end

local function is_as_drawn(page)
  local shown = page.document:find("main").children[1]
  local is, should = shown and document.written(shown), anew(page)
  if is == should then
    return true
  end
  for at = 1, #should do
    if is:sub(at, at) ~= should:sub(at, at) then
      return false, is:sub(math.max(1, at - 200), at + 100) .. "\n-- not --\n"
                    .. should:sub(math.max(1, at - 200), at + 100)
    end
  end
  return false, "longer"
end

-- Plays a game by random choices and looks at all pages after every `step`th.
local function play(name, seed, step)
  math.randomseed(seed)
  local game = tables.start(check.CASTLED, {
    game = "castle", seed = "table " .. seed, players = { "human", "human" },
  }, { "Ann <b>", "Bo & Co" })
  local pages = { game:add_page(1, "en"), game:add_page(2, "es"),
                  game:add_page(nil, "en") }
  game:begin()
  local count = 0
  while not game.is_over do
    local question = game.question
    if count % 7 == 3 and question.may_undo then
      game:ask("game.undo", { game = question.game, seat = question.seat })
      game:tell()
    else
      game:choose(math.random(0, #question.choices - 1))
    end
    count = count + 1
    if count == 40 then
      pages[1].session:guard(pages[1].session.screen.act,
                             pages[1].session.screen, "left", nil, {})
      pages[1].session:guard(pages[1].session.screen.act,
                             pages[1].session.screen, "points", nil, {})
      pages[4] = game:add_page(nil, "en")
    end
    for index, page in ipairs(count % step == 0 and pages or {}) do
      check.that(("%s, choice %d, page %d"):format(name, count, index),
                 is_as_drawn(page))
    end
  end
  for index, page in ipairs(pages) do
    check.that(("%s, at the end, page %d"):format(name, index), is_as_drawn(page))
    check.that(name .. ": nothing is asked any more", page.question == nil)
  end
  game:close()
end

play("one game", 1, 9)
