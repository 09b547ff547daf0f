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

-- Where two texts differ, with what stands around.
local function difference(is, should)
  local at = 1
  while is:sub(at, at) == should:sub(at, at) and at <= #is do
    at = at + 1
  end
  return is:sub(math.max(1, at - 200), at + 100) .. "\n-- not --\n"
         .. should:sub(math.max(1, at - 200), at + 100)
end

local function check_page(name, page)
  local shown = page.document:find("main").children[1]
  local is, should = shown and document.written(shown) or "", anew(page)
  check.that(name, is == should, is ~= should and difference(is, should))
end

-- How many followers may be chosen in the element with that id.
local function count_figures(page, id)
  local element = page.document:find(id)
  return select(2, (element and document.written(element) or ""):gsub("data%-index", ""))
end

-- Who may place followers has them on the large tile, as on the board.
local function check_large(name, page)
  local count = count_figures(page, "held")
  check.equal(name .. ": the large tile", count, count_figures(page, "layer-choices"))
  local class = page.document:find("play").attributes.class
  check.equal(name .. ": its room", class, count > 0 and "play choosing" or "play")
  return count
end

local function act(page, ...)
  page.session:guard(page.session.screen.act, page.session.screen, ...)
end

-- Makes a choice by chance, or now and then takes one back.
local function go_on(game, count)
  local question = game.question
  if count % 7 == 3 and question.may_undo then
    game:ask("game.undo", { game = question.game, seat = question.seat })
    game:tell()
  else
    game:choose(math.random(0, #question.choices - 1))
  end
end

-- What else happens at a table, at some choices.
local HAPPENS = {}

HAPPENS[20] = function(game, pages)
  act(pages[1], "left", nil, {})
  act(pages[1], "points", nil, {})
  pages[#pages + 1] = game:add_page(nil, "en") -- who comes late
end

HAPPENS[25] = function(game, pages)
  game:tell_all { "game.said", { game = game.about.game, number = 1, seat = 2,
                                 who = "Bo & Co", text = "<b>bold</b>" } }
  local function has_notice(page)
    return page.messages[#page.messages].notice ~= nil
  end
  check.that("who said it is told so in the list only", not has_notice(pages[2]))
  check.that("others hear of it", has_notice(pages[1]) and has_notice(pages[3]))
  game:tell_all { "game.draw_offered", { game = game.about.game, seat = 2 } }
  check.that("an offer is answered by a button",
             document.written(pages[1].document:find("tools"))
                     :find('data-do="answer-draw"', 1, true))
end

HAPPENS[30] = function(game, pages)
  pages[2] = game:replace_page(2, "en") -- was away
end

HAPPENS[35] = function(_, pages)
  pages[1].session:hear { page = "language", language = "es" }
end

-- Plays a game by random choices and looks at all pages after every `step`th.
local function play(name, seed, step, request)
  math.randomseed(seed)
  request.seed, request.players = "table " .. seed, { "human", "human" }
  local game = tables.start(check.CASTLED, request, { "Ann <b>", "Bo & Co" })
  local pages = { game:add_page(1, "en"), game:add_page(2, "es"),
                  game:add_page(nil, "en") }
  game:begin()
  local count, largest = 0, 0
  while not game.is_over do
    count = count + 1
    largest = math.max(largest, check_large(name, pages[1]))
    go_on(game, count)
    if HAPPENS[count] and not game.is_over then
      HAPPENS[count](game, pages)
    end
    for index, page in ipairs(count % step == 0 and pages or {}) do
      check_page(("%s, choice %d, page %d"):format(name, count, index), page)
    end
  end
  for index, page in ipairs(pages) do
    check_page(("%s, at the end, page %d"):format(name, index), page)
    check.that(name .. ": nothing is asked any more", page.question == nil)
  end
  check.that(name .. ": followers are chosen on a large tile", largest > 1)
  local last = document.written(pages[3].document:find("table"))
  check.that(name .. ": names are texts", last:find("Ann &lt;b&gt;", 1, true)
                                          and last:find("Bo &amp; Co", 1, true))
  check.that(name .. ": what is said is a text",
             last:find("&lt;b&gt;bold&lt;/b&gt;", 1, true))
  game:close()
end

play("a game", 1, 25, { game = "castle" })
play("house rules", 2, 45, { game = "castle",
                             variants = { "german", "end-of-move-pickup" } })
