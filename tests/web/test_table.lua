-- The table, over whole games by random choices: what a page has after all that
-- it was sent is what is drawn from nothing, for who is asked, the other seat and
-- who watches, in both languages.

local calendar  = require "castled.calendar"
local check     = require "check"
local document  = require "document"
local frame     = require "web.frame"
local json      = require "castled.json"
local parts     = require "web.parts"
local positions = require "web.positions"
local session   = require "web.session"
local shared_of = require "web.shared"
local table_of  = require "web.table"
local tables    = require "tables"

local function copy_of(value)
  if type(value) ~= "table" or value == json.null then
    return value
  end
  local copy = setmetatable({}, getmetatable(value))
  for key, inside in pairs(value) do
    copy[key] = copy_of(inside)
  end
  return copy
end

-- What a game is and has told, as tables of their own: the pages have drawn nothing
-- of these. They are kept in `game`; if `is_fresh`, nothing at all was drawn yet.
local function copies(game, is_fresh)
  game.copies = game.copies or { told = {} }
  local known = game.copies
  for index = #known.told + 1, #game.told do
    known.told[index] = { game.told[index][1], copy_of(game.told[index][2]) }
  end
  if is_fresh or not known.description then
    known.description = copy_of(game.description)
  end
  return known
end

-- The screen of a page as it were, had its browser come just now to a process that
-- has drawn nothing for another one; `known` as copies() gives it.
local function anew(game, known, page)
  local real = page.session.screen
  local other = session.new(shared_of.new { now = os.time }, function() end)
  other:speak(page.session.language, nil)
  other.game, other.seat = page.session.game, page.seat
  local screen = table_of.new(other, copy_of(game.about), known.description)
  for _, told in ipairs(known.told) do
    if told[1] ~= "game.question" or told[2].seat == page.seat then
      screen.match:take(told[1], told[2])
    end
  end
  local view = game:ask("game.view", { game = game.about.game, seat = page.seat })
  screen.position = positions.new(known.description, copy_of(view),
                                  screen.match:told_by_events())
  screen.opened, screen.replay = real.opened, real.replay
  return screen
end

-- All that is shown as one text, but for the board.
local function text_of(now)
  local function lines(list)
    local all = {}
    for index = 1, list.count do
      all[index] = list.lines[index].html
    end
    return table.concat(all, "\n")
  end
  return json.encode { now.insides, now.classes, now.board.layers,
                       { log = lines(now.lists.log), said = lines(now.lists.said) } }
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

local function check_equal(name, is, should)
  check.that(name, is == should, is ~= should and difference(is, should))
end

-- Whether the process believes that a page shows what `screen`, drawn anew, shows;
-- and if `is_whole`, whether it does.
local function check_page(name, page, screen, is_whole)
  local now = parts.now(screen)
  check_equal(name, text_of(page.session.screen.shown), text_of(now))
  if is_whole then
    local shown = page.document:find("main").children[1]
    local should = document.parse(frame.draw(screen, now)).children[1]
    check_equal(name .. ", as a whole", document.written(shown),
                document.written(should))
  end
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

-- No two choices read the same, also without the number that each has.
local function check_choices(name, page)
  local seen, count = {}, 0
  local asked = document.written(page.document:find("ask"))
  for text in asked:gmatch('class="number">%s*%d+%s*</b>%s*<span>(.-)</span>') do
    check.that(name .. ": said of one choice only", not seen[text], text)
    seen[text], count = true, count + 1
  end
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
  pages[#pages + 1] = game:add_page(nil, "es") -- who comes late
end

HAPPENS[25] = function(game, pages)
  game:tell_all { "game.said", { game = game.about.game, number = 1, seat = 2,
                                 ts = calendar.ms(),
                                 who = "Bo & Co", text = "<b>bold</b>" } }
  local function has_notice(page)
    return page.messages[#page.messages].notice ~= nil
  end
  check.that("who said it is told so in the list only", not has_notice(pages[2]))
  check.that("others hear of it", has_notice(pages[1]) and has_notice(pages[3]))
  game:tell_all { "game.draw_offered", { game = game.about.game, seat = 2 } }
  check.that("an offer stands in the page, and nobody is sent a message of it",
             not has_notice(pages[1]) and not has_notice(pages[3]))
  local offer = document.written(pages[1].document:find("offer"))
  check.that("an offer is answered by a button, and agreeing asks once more",
             offer:find('data%-ask="Do you agree[^>]*data%-value="yes"')
             and offer:find('data-value="no"', 1, true), offer)
end

HAPPENS[30] = function(game, pages)
  pages[2] = game:replace_page(2, "en") -- was away
end

HAPPENS[35] = function(_, pages)
  pages[1].session:hear { page = "language", language = "es" }
end

-- Another game is declined: who asked for it hears so, and may ask again.
local function check_declined(name, game, pages, tools)
  local id = game.about.game
  game:tell_all { "game.rematch_declined", { game = id, seat = 1 } }
  game:tell_all { "game.rematch_offered", { game = id, seat = 1 } }
  local NO = 'data%-do="rematch" data%-value="no"[^>]*>%s*'
  check.that(name .. ": who asks may take it back", tools(pages[1]):find(NO .. "Take back"),
             tools(pages[1]))
  check.that(name .. ": who is asked may decline", tools(pages[2]):find(NO .. "No, thanks"),
             tools(pages[2]))
  local asked
  pages[2].session.asks = function(...) asked = { ... } end
  act(pages[2], "rematch", "no")
  check.equal(name .. ": the daemon is told", { asked[1], asked[2].agree },
              { "game.rematch", false })
  game:tell_all { "game.rematch_declined", { game = id, seat = 2 } }
  check.equal(name .. ": who asked is told",
              pages[1].messages[#pages[1].messages].notice,
              { text = "Bo & Co does not want another game.", kind = "info" })
  check.that(name .. ": it stands there, and they may ask again",
             tools(pages[1]):find("Bo &amp; Co does not want another game.", 1, true)
             and tools(pages[1]):find('data%-do="rematch"[^>]*>%s*Rematch')
             and not tools(pages[1]):find(NO), tools(pages[1]))
  check.that(name .. ": who declined knows it",
             not tools(pages[2]):find("does not want another", 1, true), tools(pages[2]))
  game:tell_all { "game.rematch_offered", { game = id, seat = 2 } }
  check.that(name .. ": a mind may be changed",
             not tools(pages[1]):find("does not want", 1, true))
end

-- Another game is asked for: who is asked can answer where it is said; who has asked
-- is told when the other one leaves.
local function check_rematch(name, game, pages)
  local id = game.about.game
  pages[1].session:hear { page = "language", language = "en" }
  game:tell_all { "game.rematch_offered", { game = id, seat = 2 } }
  local function notice(page)
    return page.messages[#page.messages].notice
  end
  check.equal(name .. ": who is asked", notice(pages[1]), {
    text = "Bo & Co would play again.", kind = "stays", game = id,
    acts = { { what = "rematch", text = "Accept" },
             { what = "rematch", value = "no", text = "No, thanks" } } })
  check.equal(name .. ": who watches is told", notice(pages[3]).kind, "info")
  local function settled()
    local message = pages[1].messages[#pages[1].messages]
    local is_settled = message.settled == id
    message.settled = nil
    return is_settled
  end
  game:tell_all { "game.rematch_offered", { game = id, seat = 1 } }
  check.that(name .. ": whoever agrees is asked no more", settled())
  local screen, position = pages[1].session.screen, pages[1].session.screen.position
  screen.match.wants_rematch, screen.position = nil, nil
  game:tell_all { "game.rematch_offered", { game = id, seat = 2 } }
  check.equal(name .. ": what is told while the page opens is no news",
              notice(pages[1]), nil)
  screen.position = position
  game:tell_all { "game.rematch_declined", { game = id, seat = 2 } }
  game:tell_all { "game.rematch_offered", { game = id, seat = 2 } }
  check.that(name .. ": it is, afterwards", notice(pages[1]) and not settled())
  local count = #pages[1].messages
  game:tell_all { "game.rematch_offered", { game = id, seat = 2 } }
  check.equal(name .. ": to who comes back it is told once", #pages[1].messages, count)
  local seats = {}
  for index, seat in ipairs(game.about.seats) do
    seats[index] = { seat = index, name = seat.name, player = "human", who = seat.who,
                     here = index == 1 }
  end
  local function tools(page)
    return document.written(page.document:find("tools"))
  end
  game:tell_all { "game.seats", { game = id, seats = seats } }
  check.that(name .. ": whoever has left asks nobody", settled())
  check.that(name .. ": who has said so and left still has said so",
             tools(pages[1]):find("Bo &amp; Co would play again.", 1, true)
             and not tools(pages[1]):find("has left", 1, true), tools(pages[1]))
  screen.match.wants_rematch = { true }
  pages[1].session:guard(screen.update, screen)
  check.that(name .. ": who has left", tools(pages[1]):find("Bo &amp; Co has left.", 1,
                                                            true))
  check_declined(name, game, pages, tools)
  check.that(name .. ": who watches sees who would play again",
             tools(pages[3]):find("would play again", 1, true), tools(pages[3]))
  game:tell_page(pages[3], { "game.rematch", { game = id, next = "g9",
                                               seat = json.null } })
  check.that(name .. ": who watches has a link to the next game",
             tools(pages[3]):find('href="/games/g9"', 1, true)
             and not tools(pages[3]):find("would play again", 1, true), tools(pages[3]))
end

-- Plays a game by random choices and looks at all pages after each, and at all of
-- them after every `step`th.
local function play(name, seed, step, request)
  math.randomseed(seed)
  request.seed, request.players = "table " .. seed, { "human", "human" }
  local game = tables.start(check.CASTLED, request, { "Ann <b>", "Bo & Co" })
  local pages = { game:add_page(1, "en"), game:add_page(2, "es"),
                  game:add_page(nil, "en") }
  game:begin()
  local count, largest, longest = 0, 0, 0
  while not game.is_over do
    count = count + 1
    largest = math.max(largest, check_large(name, pages[1]))
    longest = math.max(longest, check_choices(name, pages[1]),
                       check_choices(name, pages[2]))
    go_on(game, count)
    if HAPPENS[count] and not game.is_over then
      HAPPENS[count](game, pages)
    end
    local is_whole = count % step == 0 or game.is_over
    local known = copies(game, is_whole)
    for index, page in ipairs(pages) do
      check_page(("%s, choice %d, page %d"):format(name, count, index), page,
                 anew(game, known, page), is_whole)
    end
  end
  for index, page in ipairs(pages) do
    check.that(name .. ": nothing is asked any more", page.question == nil)
  end
  check.that(name .. ": followers are chosen on a large tile", largest > 1)
  check.that(name .. ": from a list with numbers", longest > 4, longest)
  local closed = 0
  for _, message in ipairs(pages[1].messages) do
    closed = closed + (message.settled == game.about.game and 1 or 0)
  end
  check.equal(name .. ": what was said of the lock goes at the end", closed, 1)
  check_rematch(name, game, pages)
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
