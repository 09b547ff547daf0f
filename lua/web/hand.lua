-- The tile that was drawn and is not laid yet, or the one that a follower may be
-- placed on; and how many there are after it. And the stock of all tiles, which a
-- page has from the beginning, with the patterns that all its drawings are filled
-- with.

local board     = require "web.board"
local drawing   = require "castled.drawing"
local html      = require "web.html"
local json      = require "castled.json"
local piles     = require "castled.piles"
local positions = require "web.positions"

local hand = {}

-- What a page has of each description: `names`, the tiles that look alike in one
-- list; `symbols`, the drawing of each by a tile's name; and `svg`, all of it.
local stocks = setmetatable({}, { __mode = "k" })

local function inside_of(svg)
  return svg:gsub("<defs>.-</defs>", "", 1):match("^<svg[^>]*>(.*)</svg>")
end

local function make_stock(description)
  local stock = { names = {}, symbols = {}, svg = "" }
  local by_picture, parts, patterns = {}, {}, nil
  for _, tile in ipairs(json.value(description.tiles) or {}) do
    local names = by_picture[tile.picture]
    if not names then
      names = {}
      by_picture[tile.picture] = names
      stock.names[#stock.names + 1] = names
      local svg = drawing.tile(description, tile.name, 0,
                               { theme = positions.THEME })
      patterns = patterns or svg:match("<defs>(.-)</defs>")
      parts[#parts + 1] = ('<g id="stock-%d">%s</g>'):format(#stock.names,
                                                           inside_of(svg))
    end
    names[#names + 1] = tile.name
    stock.symbols[tile.name] = ('<svg viewBox="0 0 100 100" class="castled-tile">'
      .. '<use href="#stock-%d"></use></svg>'):format(#stock.names)
  end
  if patterns then
    stock.svg = positions.quoted(
      '<svg class="defs" width="0" height="0" aria-hidden="true"><defs>'
      .. patterns .. table.concat(parts) .. "</defs></svg>")
  end
  return stock
end

-- What is kept of a description for all its pages.
function hand.stock(description)
  stocks[description] = stocks[description] or make_stock(description)
  return stocks[description]
end

-- One tile as it was drawn, as an <svg> that takes it from the page's stock; ""
-- for one that the game does not have.
function hand.tile(description, name)
  return hand.stock(description).symbols[name] or ""
end

-- The tile that was laid last, large, with the followers that may be placed on it;
-- nil when none may be. It is for the eye: the buttons say the same in words.
local function draw_laid(screen)
  local match, view = screen.match, screen.position.view
  local laid = match:is_asked() and view.board and view.board[#view.board]
  local name = laid and laid.tile
  local number = name and hand.tile(match.description, name):match("#stock%-(%d+)")
  if not number then
    return nil
  end
  local figures = board.draw_choices(match.description, {
    board = { { tile = name, turns = laid.turns, x = 0, y = 0 } },
  }, match.question, true):match("^<g[^>]*>(.+)</g>$")
  return figures and ("<svg viewBox='0 0 100 100' class='castled-tile'"
    .. " aria-hidden='true'><use href='#stock-%s' transform='rotate(%d 50 50)'>"
    .. "</use>%s</svg>"):format(number, laid.turns * 90, figures)
end

-- The inside of #held.
function hand.draw_held(screen)
  local name = screen.position.view.game and screen.position.view.game.drawn
  return type(name) == "string" and name ~= ""
         and hand.tile(screen.match.description, name) or draw_laid(screen) or ""
end

-- Whether there are followers to choose from in that inside.
function hand.has_choices(inside)
  return inside:find("data-index", 1, true) ~= nil
end

local function left_and_turn(screen)
  local view = screen.position.view
  local left, turn = piles.left(view), view.game and view.game.turn
  return math.type(left) == "integer" and left or nil,
         math.type(turn) == "integer" and turn or nil
end

-- What is told of how far the game is, as a text.
function hand.left(screen)
  local left, turn = left_and_turn(screen)
  return ("%s %s"):format(left, turn)
end

-- How far the game is, in words.
function hand.draw_left(screen)
  local left, turn = left_and_turn(screen)
  local parts = {}
  parts[1] = turn and screen.words:say("table_turn_number", { turn = turn })
  parts[#parts + 1] = left and screen.words:say("table_left", { count = left })
  return html.escape(table.concat(parts, " · "))
end

return hand
