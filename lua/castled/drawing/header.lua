-- What stands above a board that is shown by itself: who plays, their points,
-- followers, keeps and wall tiles; the tile that was drawn, and how many are
-- left.

local figures    = require "castled.drawing.figures"
local signs      = require "castled.drawing.signs"
local tile       = require "castled.drawing.tile"
local wall_tiles = require "castled.drawing.wall_tiles"

local header = { HEIGHT = 124 }

local RIGHT = 210 -- for the tile
local ACROSS = 3 -- players in a row

local function text(theme, x, y, size, weight, words)
  return ('<text x="%g" y="%g" font-size="%g" font-weight="%d" %s>%s</text>')
    :format(x, y, size, weight, theme.fill.text, words)
end

local function draw_wall_tiles(kit, player, x, y, language, room)
  local parts, list = {}, player.wall_tiles or {}
  local step = math.min(38, room / math.max(1, #list))
  for index, kind in ipairs(list) do
    local says = kit:text(language, "wall_tiles", tostring(kind))
    parts[index] = signs.at(x + (index - 1) * step, y,
      (says and "<title>" .. says .. "</title>" or "")
      .. wall_tiles.face_up(kit.theme, kind))
  end
  return table.concat(parts)
end

-- The second row: followers, the keep, wall tiles.
local function draw_belongings(kit, player, color, width, language)
  local theme, parts, x = kit.theme, {}, 34
  if player.supply then
    parts[1] = signs.at(x, 88, '<g transform="scale(0.72)">'
                               .. figures.follower(theme, color) .. "</g>")
      .. text(theme, x + 17, 97, 26, 600, "×" .. tile.escape(player.supply))
    x = x + 84
  end
  if (player.keep or 0) > 0 then
    parts[#parts + 1] = signs.at(x, 88, '<g transform="scale(0.72)">'
                                        .. figures.keep(theme, color) .. "</g>")
      .. text(theme, x + 18, 97, 26, 600, tile.escape(player.keep))
    x = x + 72
  end
  parts[#parts + 1] = draw_wall_tiles(kit, player, x + 6, 88, language,
                                      width - x - 40)
  return table.concat(parts)
end

local function draw_player(kit, view, seat, width, options)
  local theme = kit.theme
  local player = view.game.players[seat]
  local name = (kit.description.seats or {})[seat] or ("seat " .. seat)
  local words = options.names and options.names[seat]
                and tile.escape(options.names[seat])
                or kit:text(options.language, "seats", name) or tile.escape(name)
  local color = kit:color(name)
  local is_on_turn = view.game.seat_on_turn == seat
  return ('<rect width="%g" height="112" rx="14" %s stroke-width="%d"/>')
      :format(width - 14, theme.both("track", is_on_turn and "accent" or "grid"),
              is_on_turn and 5 or 2)
    .. signs.at(42, 40, '<g transform="scale(1.35)">'
                        .. figures.marker(theme, color) .. "</g>")
    .. text(theme, 74, 46, 32, 700, words)
    .. ('<text x="%g" y="52" font-size="46" font-weight="800" text-anchor="end" %s>%d'
        .. '</text>'):format(width - 34, theme.fill.text, player.score or 0)
    .. draw_belongings(kit, player, color, width, options.language)
end

local function draw_left(kit, view, x)
  local theme, drawn = kit.theme, view.game and view.game.drawn
  local shown = type(drawn) == "string" and drawn ~= "" and kit:tile(drawn, 0)
  local parts = {}
  if shown then
    parts[1] = ('<g transform="translate(%g 6)">%s<rect width="100" height="100"'
                .. ' fill="none" %s stroke-width="4"/></g>')
      :format(x, shown.svg, theme.stroke.accent)
  end
  local count = 0
  for name, left in pairs(view.left or {}) do
    count = math.max(count, name ~= "wall_tiles" and left or 0)
  end
  if count == 0 and not shown then
    return ""
  end
  parts[#parts + 1] = text(theme, x + 118, 70, 44, 800, tostring(count))
  parts[#parts + 1] = ('<rect x="%g" y="82" width="22" height="22" rx="3" %s'
    .. ' stroke-width="2"/>'):format(x + 119, theme.both("court", "wall_edge"))
  return table.concat(parts)
end

-- How high it is for so many players.
function header.height(view)
  local players = view.game and view.game.players or {}
  return math.max(1, (#players + ACROSS - 1) // ACROSS) * header.HEIGHT
end

-- The header, `width` wide, with its corner at 0, 0.
function header.draw(kit, view, width, options)
  local players = view.game and view.game.players or {}
  local across = math.max(1, math.min(ACROSS, #players))
  local each, parts = (width - RIGHT) / across, {}
  for seat in ipairs(players) do
    parts[seat] = signs.at((seat - 1) % across * each,
                           (seat - 1) // across * header.HEIGHT,
                           draw_player(kit, view, seat, each, options))
  end
  parts[#parts + 1] = draw_left(kit, view, width - RIGHT + 4)
  return table.concat(parts)
end

return header
