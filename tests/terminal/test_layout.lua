-- Where things stand at 80 by 24, 160 by 50 and other sizes: inside the screen
-- and not over each other; and what a whole screen looks like there.

local board   = require "castled.board"
local castle  = require "castled.castle"
local check   = require "check"
local layout  = require "terminal.layout"
local match   = require "terminal.match"
local scene   = require "terminal.scene"
local screens = require "terminal.game_screen"
local words   = require "terminal.words"
local cells   = require "terminal.cells"

local description = check.description()
local empty = board.new(description)
local whole = scene.new(empty, castle.track(empty))

local AREAS = { "whole", "close", "panel", "log", "message", "keys" }

local function overlap(a, b)
  return a.left < b.left + b.width and b.left < a.left + a.width
         and a.top < b.top + b.height and b.top < a.top + a.height
end

local function trouble(shape, width, height)
  for index, name in ipairs(AREAS) do
    local area = shape[name]
    if area and (area.left < 0 or area.top < 0 or area.width < 1
                 or area.height < 1 or area.left + area.width > width
                 or area.top + area.height > height) then
      return name .. " is outside"
    end
    for other = index + 1, #AREAS do
      if area and shape[AREAS[other]] and overlap(area, shape[AREAS[other]]) then
        return name .. " lies over " .. AREAS[other]
      end
    end
  end
  return nil
end

for _, size in ipairs { { 80, 24 }, { 81, 24 }, { 80, 60 }, { 100, 30 },
                        { 100, 45 }, { 120, 40 }, { 132, 43 }, { 160, 50 },
                        { 240, 60 }, { 160, 80 }, { 300, 100 } } do
  for _, depth in ipairs { "none", "true" } do
    local shape = layout.of(size[1], size[2], depth, whole)
    local found = trouble(shape, size[1], size[2])
    check.that(("%dx%d, %s"):format(size[1], size[2], depth), not found, found)
  end
end
check.that("80 by 24 has an overview", layout.of(80, 24, "true", whole).has_overview)
check.that("160 by 50 has the whole castle", layout.of(160, 50, "true", whole).whole)
check.that("and a close-up", layout.of(160, 50, "true", whole).close)
check.that("79 by 24 is too small", layout.is_too_small(79, 24))
check.that("80 by 23 is too small", layout.is_too_small(80, 23))
check.that("80 by 24 is not", not layout.is_too_small(80, 24))

-- A screen that asks where to lay a tile.

local function screen_of(width, height, language)
  local seats = { { seat = 1, name = "white", player = "human" },
                  { seat = 2, name = "black", player = "human" } }
  local made = match.new("g1", seats, description, language)
  made.view.game.drawn, made.view.game.turn = "c20", 3
  made.view.left.castle_tiles = 57
  made:take_view(made.view)
  local app = { words = words.new(language), settings = {} }
  local screen = screens.new(app, made)
  screen:ask_question { seq = 1, step = "place_tile", seat = 1,
                        player = "white", choices = {
    { x = 3, y = 0, turns = 0 }, { x = 3, y = 0, turns = 1 },
    { x = 8, y = 2, turns = 0 },
  } }
  local drawn = cells.new(width, height, "none")
  screen:draw(drawn)
  return screen, table.concat(drawn:lines(), "\n"), drawn
end

for _, language in ipairs { "en", "es" } do
  for _, size in ipairs { { 80, 24 }, { 160, 50 } } do
    local screen, text = screen_of(size[1], size[2], language)
    local name = ("%s at %d by %d"):format(language, size[1], size[2])
    check.that(name .. ": the question", text:find("esta loseta?", 1, true)
                                         or text:find("this tile?", 1, true))
    check.that(name .. ": no tile has a name", not text:find("c20", 1, true))
    check.that(name .. ": the players", text:find(screen.match:name_of("black"),
                                                  1, true))
    check.that(name .. ": what is left", text:find("57", 1, true))
    check.that(name .. ": the keys", text:find("Enter lay", 1, true)
                                     or text:find("Intro colocar", 1, true))
  end
end

local screen = screen_of(80, 24, "en")
check.equal("the tile lies in the first place", { screen.ask.place.x,
                                                  screen.ask.place.y }, { 3, 0 })
screen.ask:key { key = "r" }
check.equal("it turns", screen.ask:index(), 1)
screen.ask:key { key = "right" }
check.equal("it goes to the next place", screen.ask:index(), 2)
check.equal("and stays where there is none", select(2, screen.ask:key {
  key = "right" }) and screen.ask:index(), 2)
check.equal("Enter chooses", screen.ask:key { key = "enter" }, 2)
screen:draw(cells.new(80, 24, "none"))
local area = screen.overview_area
local x, y = screen:space_at(area.left + 2 * (3 + 1), area.top + 1)
check.equal("the mouse finds a space in the overview", { x, y }, { 3, 0 })
check.equal("a click goes there", screen.ask:click(3, 0), nil)
check.equal("a second one chooses", screen.ask:click(3, 0), 0)

local options = require "terminal.options"
local read = options.read { "--host", "c", "-phuman,steward", "-s", "x=1",
                            "--option=first_player=white", "-o", "n=3",
                            "-v", "german", "--variant=open-starts", "-y",
                            "--color", "never" }
check.equal("players", read.players, { "human", "steward" })
check.equal("a seed", read.seed, "x=1")
check.equal("options", read.options, { first_player = "white", n = 3 })
check.equal("variants", read.variants, { "german", "open-starts" })
check.that("a flag", read.yes)
check.equal("what is not known is told",
            select(2, options.read { "--colour", "x" }), "--colour")
check.equal("what is missing too", select(2, options.read { "-s" }), "--seed")

for _, part in ipairs { "castled.words_", "terminal.words_", "terminal.server_words_" } do
  local en, es = require(part .. "en"), require(part .. "es")
  for key, text in pairs(en) do
    check.that("Spanish has " .. key, type(es[key]) == type(text))
  end
  for key in pairs(es) do
    check.that("English has " .. key, en[key] ~= nil)
  end
end
