-- What sentences call those who play, and what is said of the end of a game to each
-- who sees it.

local check    = require "check"
local document = require "document"
local json     = require "castled.json"
local tables   = require "tables"

local function text_of(page, id)
  local written = document.written(page.document:find(id)):gsub("<[^>]*>", " ")
  return (written:gsub("%s+", " "))
end

local function headline(page)
  return document.written(page.document:find("outcome")):match("<h2[^>]*>%s*(.-)%s*</h2>")
end

-- A game with a few choices in it, seen by both, and by one in Spanish who watches.
local function start(names)
  local game = tables.start(check.CASTLED, {
    game = "castle", seed = "naming", players = { "human", "human" } }, names)
  local pages = { game:add_page(1, "en"), game:add_page(2, "en"),
                  game:add_page(nil, "es") }
  game:begin()
  for _ = 1, 6 do
    game:choose(0)
  end
  return game, pages
end

local function finish(game, pages, winner, reason)
  game:tell_all { "game.over", { game = game.about.game, reason = reason,
                                 scores = { white = 2, black = 3 },
                                 winner = winner or json.null } }
  return { headline(pages[1]), headline(pages[2]), headline(pages[3]) }
end

-- Braces in a name are not those of a text.
local game, pages = start { "{player:seats}", "Bo" }
check.that("a log has names", text_of(pages[1], "log"):find("Bo places a tile", 1, true))
check.that("a name is a text", text_of(pages[1], "log")
                                 :find("(player:seats) places a tile", 1, true))
check.that("no colour is told of", not text_of(pages[1], "log"):find("White"))
check.that("one person does something in Spanish",
           text_of(pages[3], "log"):find("Bo coloca una loseta", 1, true),
           text_of(pages[3], "log"))
local asked = pages[game.question.seat]
check.that("who is asked is called by name",
           text_of(asked, "ask"):find(game.question.seat == 1 and "player:seats"
                                      or "Bo", 1, true))

-- A name that is another one now: all lines have it.
game:tell_all { "game.seats", { seats = {
  { seat = 1, name = "white", player = "human", who = "Zoe", here = true },
  { seat = 2, name = "black", player = "human", who = "Zoe", here = false } } } }
check.that("two of one name have their colours", text_of(pages[1], "log")
             :find("Zoe (White) places a tile", 1, true), text_of(pages[1], "log"))
check.that("in each line", not text_of(pages[1], "log"):find("Bo", 1, true))
check.that("who is away is said to be", text_of(pages[1], "who-2"):find("away", 1, true))

check.equal("who won is told so", finish(game, pages, "black", "finished"),
            { "You lost", "You won", "Gana Zoe (Negras)" })
check.that("with the sentence", text_of(pages[1], "outcome")
             :find("Zoe %(Black%) wins: Zoe %(%a+%) %d, Zoe %(%a+%) %d%."),
           text_of(pages[1], "outcome"))
check.that("in Spanish, too",
           text_of(pages[3], "outcome"):find("Gana Zoe (Negras): ", 1, true))
check.that("the result's heads tell them apart",
           text_of(pages[1], "result"):find("Zoe (White) Zoe (Black)", 1, true),
           text_of(pages[1], "result"))
check.that("after the end nobody is away",
           not text_of(pages[1], "who-2"):find("away", 1, true))
game:close()

-- A colour's word as a name, in either language.
game, pages = start { "Black", "blancas" }
check.that("who sits white is not taken for Black", text_of(pages[1], "log")
             :find("Black (White) places a tile", 1, true), text_of(pages[1], "log"))
check.that("nor in Spanish", text_of(pages[3], "log")
             :find("Blancas (Negras) coloca una loseta", 1, true),
           text_of(pages[3], "log"))
while not game.is_over do
  game:choose(0)
end
local lines = 0
for who in document.written(pages[1].document:find("result"))
                   :gmatch('<b class="who">%s*(.-)%s*</b>') do
  lines = lines + 1
  check.that("nor in the final scoring", who == "Black (White)"
                                         or who == "blancas (Black)", who)
end
check.that("which has lines", lines > 0)
game:close()

game, pages = start { "Ann", "Bo" }
check.equal("a draw", finish(game, pages, nil, "agreed"),
            { "A draw", "A draw", "Tablas" })
game:close()
game, pages = start { "Ann", "Bo" }
check.equal("no draw: the game broke off", finish(game, pages, nil, "broken"),
            { "Nobody won", "Nobody won", "No gana nadie" })
game:close()
