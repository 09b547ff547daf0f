-- A table of a game that has no board, and where each sees something else: it is
-- shown as far as anybody knows what it is, and nobody is sent another's cards.

local check  = require "check"
local tables = require "tables"

local CARDS = check.ROOT .. "/tests/games/cards"

local function named(page)
  local cards = {}
  for _, text in ipairs(page.texts) do
    for card in text:gmatch('data%-choose=.-<span>card (%d+)') do
      cards[card] = true
    end
  end
  return cards
end

local game = tables.start(check.CASTLED, {
  game = CARDS, seed = "cards", players = { "human", "human", "human" } })
local pages = {}
local function hear(page, text)
  page.texts = page.texts or {}
  table.insert(page.texts, text)
  tables.apply(page, text)
end
for seat = 1, 4 do
  pages[seat] = game:add_page(seat < 4 and seat or nil, "en", hear)
end
game:begin()
math.randomseed(3)
local offered = { {}, {}, {} }
while not game.is_over do
  for _, choice in ipairs(game.question.choices) do
    offered[game.question.seat][choice.card] = true
  end
  game:choose(math.random(0, #game.question.choices - 1))
end
for seat = 1, 3 do
  check.equal("seat " .. seat .. " is asked for its own cards",
              named(pages[seat]), offered[seat])
end
check.equal("who watches is asked for nothing", named(pages[4]), {})
for seat, page in ipairs(pages) do
  check.that("page " .. seat .. " is well at the end",
             page.document:find("log") and page.question == nil)
end
game:close()
