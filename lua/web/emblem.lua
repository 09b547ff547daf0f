-- A piece of a castle, for the lobby: some tiles as they lay in a game, drawn as
-- everything is drawn.

local defs    = require "castled.drawing.defs"
local drawing = require "castled.drawing"
local html    = require "web.html"
local paint   = require "castled.drawing.paint"

local LEFT, TOP, WIDTH, HEIGHT = 2, 4, 5, 3 -- spaces
local UNIT = 100                            -- a space in the drawing

-- Column by column, top to bottom: the tile and its quarter turns.
local TILES = {
  { "c41", 1 }, { "c20", 0 }, { "c14", 0 },
  { "c42", 2 }, { "c38", 0 }, { "c01", 0 },
  { "c10", 0 }, { "c36", 2 }, { "c46", 0 },
  { "c27", 0 }, { "c17", 0 }, { "c40", 2 },
  { "c39", 0 }, { "c05", 3 }, { "c04", 0 },
}

local FOLLOWERS = {
  { player = "black", x = 2, y = 1, at = { 2, 3 } },
  { player = "white", x = 3, y = 1, at = { 4, 1 } },
  { player = "white", x = 1, y = 2, at = { 1, 0 } },
  { player = "black", x = 4, y = 0, at = { 0, 1 } },
}

local LAYERS = { "tiles", "edges", "figures" }
local OPTIONS = { theme = "page", prefix = "emblem-", last = false }

local emblem = {}

local drawn = setmetatable({}, { __mode = "k" }) -- by description

-- What lies there, as a view says it; nil when the game has other tiles.
local function view_of(description)
  local is_there, board, followers = {}, {}, {}
  for _, tile in ipairs(description.tiles) do
    is_there[tile.name] = true
  end
  for index, tile in ipairs(TILES) do
    if not is_there[tile[1]] then
      return nil
    end
    board[index] = { tile = tile[1], turns = tile[2],
                     x = LEFT + (index - 1) // HEIGHT,
                     y = TOP + (index - 1) % HEIGHT }
  end
  for index, follower in ipairs(FOLLOWERS) do
    followers[index] = { player = follower.player, at = follower.at,
                         x = LEFT + follower.x, y = TOP + follower.y }
  end
  return { board = board, followers = followers }
end

local function draw(description)
  local view = view_of(description)
  if not view then
    return html.raw ""
  end
  local parts = { ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="%d %d %d %d"'
                   .. ' class="emblem" preserveAspectRatio="xMidYMid slice"'
                   .. ' aria-hidden="true">')
                  :format(LEFT * UNIT, TOP * UNIT, WIDTH * UNIT, HEIGHT * UNIT),
                  defs.draw(paint.theme(OPTIONS.theme)) }
  for _, layer in ipairs(LAYERS) do
    parts[#parts + 1] = drawing.layer(description, view, layer, OPTIONS)
  end
  parts[#parts + 1] = "</svg>"
  return html.raw(table.concat(parts))
end

-- The piece as markup, for the description of the game that has these tiles;
-- nothing for another one.
function emblem.of(description)
  drawn[description] = drawn[description] or draw(description)
  return drawn[description]
end

return emblem
