-- The tile that was drawn and is not laid yet, and how many there are after it.

local drawing   = require "castled.drawing"
local html      = require "web.html"
local positions = require "web.positions"

local hand = {}

-- The tiles by description and name: each is drawn once. Patterns are on the
-- page already (hand.patterns).
local drawn = setmetatable({}, { __mode = "k" })

-- One tile as it was drawn, as an <svg>; "" for one that the game does not have.
function hand.tile(description, name)
  local tiles = drawn[description]
  if not tiles then
    tiles = {}
    drawn[description] = tiles
  end
  if not tiles[name] then
    local svg = drawing.tile(description, name, 0, { theme = positions.THEME })
    tiles[name] = svg and svg:gsub("<defs>.-</defs>", "", 1)
                              :gsub(' xmlns="[^"]*"', "", 1):gsub("\n", "") or ""
  end
  return tiles[name]
end

-- The patterns that all drawings of a page are filled with. They are in a
-- drawing of their own, which is there whatever else is shown.
function hand.patterns(description)
  local tile = description.tiles and description.tiles[1]
  local svg = tile and drawing.tile(description, tile.name, 0,
                                    { theme = positions.THEME })
  return svg and '<svg class="defs" width="0" height="0" aria-hidden="true">'
                 .. svg:match("<defs>.-</defs>") .. "</svg>" or ""
end

-- The inside of #held.
function hand.draw_held(screen)
  local name = screen.position.view.game and screen.position.view.game.drawn
  return type(name) == "string" and name ~= ""
         and hand.tile(screen.match.description, name) or ""
end

-- The pile that the drawn tiles come from: the one that has tiles of the board.
local function main_pile(view)
  local left = view.left or {}
  if left.castle_tiles then
    return left.castle_tiles
  end
  for name, count in pairs(left) do
    if name:find("tile", 1, true) and name ~= "wall_tiles" then
      return count
    end
  end
  return nil
end

-- How far the game is, in words.
function hand.draw_left(screen)
  local view, parts = screen.position.view, {}
  local count, turn = main_pile(view), view.game and view.game.turn
  if math.type(turn) == "integer" then
    parts[1] = screen.words:say("table_turn_number", { turn = turn })
  end
  if math.type(count) == "integer" then
    parts[#parts + 1] = screen.words:say("table_left", { count = count })
  end
  return html.escape(table.concat(parts, " · "))
end

return hand
