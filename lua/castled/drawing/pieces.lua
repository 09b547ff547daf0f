-- The pieces of a drawing that change: each is a group with an id of its own,
-- so that a page can take the new one for the old. A piece is { id, layer, svg }.

local castle     = require "castled.castle"
local edges      = require "castled.drawing.edges"
local figures    = require "castled.drawing.figures"
local picture    = require "castled.picture"
local tile       = require "castled.drawing.tile"
local wall       = require "castled.drawing.wall"
local wall_tiles = require "castled.drawing.wall_tiles"

local pieces = {}

local escape = tile.escape

local function piece(kit, layer, name, attributes, inside)
  local id = kit.prefix .. name
  return { id = id, layer = layer,
           svg = ('<g id="%s"%s>%s</g>'):format(id, attributes, inside) }
end

local function title(text)
  return text and "<title>" .. text .. "</title>" or ""
end

function pieces.tile_name(laid)
  return "tile-" .. laid.x .. "-" .. laid.y
end

-- A tile that was laid; nil for one that the game does not have.
function pieces.tile(kit, laid)
  local drawn = kit:tile(laid.tile, laid.turns)
  return drawn and piece(kit, "tiles", pieces.tile_name(laid),
    (' transform="translate(%d %d)" clip-path="url(#castled-tile)" data-x="%d"'
     .. ' data-y="%d" data-tile="%s" data-turns="%d"')
      :format(laid.x * 100, laid.y * 100, laid.x, laid.y, escape(laid.tile),
              laid.turns), drawn.svg)
end

function pieces.edge_name(x, y, name)
  return ("edge-%d-%d-%s"):format(x, y, name)
end

-- The edge of a space, or nil when there is nothing to be drawn.
function pieces.edge(kit, laid_at, x, y, name)
  local svg = edges.draw(kit, laid_at, x, y, name)
  return svg ~= "" and piece(kit, "edges", pieces.edge_name(x, y, name),
    (' transform="translate(%d %d)"')
      :format(name == "e" and x * 100 + 100 or x * 100,
              name == "e" and y * 100 or y * 100 + 100), svg) or nil
end

-- The segment that a follower stands on, or that a choice names.
local function segment_of(kit, name, column, row)
  local known = kit.board.tiles[name]
  for _, segment in ipairs(known and known.segments or {}) do
    if segment.column == column and segment.row == row then
      return segment
    end
  end
  return nil
end
pieces.segment_of = segment_of

-- Where a figure stands on a segment of a tile that was laid.
local function stand_on(laid, segment)
  local column, row = picture.place_on(segment)
  column, row = picture.turn(column, row, laid.turns)
  local x = math.max(20, math.min(80, column * 20 + 10))
  local y = math.max(24, math.min(80, row * 20 + 10))
  return laid.x * 100 + x, laid.y * 100 + y
end
pieces.stand_on = stand_on

function pieces.follower_name(follower)
  return ("follower-%d-%d-%d-%d"):format(follower.x, follower.y, follower.at[1],
                                         follower.at[2])
end

-- A follower on a tile; nil when it stands nowhere.
function pieces.follower(kit, laid, follower, language)
  local segment = laid and segment_of(kit, laid.tile, follower.at[1],
                                      follower.at[2])
  if not segment then
    return nil
  end
  local x, y = stand_on(laid, segment)
  local look = kit.looks[segment.kind]
  local role = kit:text(language, "role_in", segment.kind)
               or escape(look.figure or "")
  local who = kit:text(language, "seats", follower.player)
              or escape(follower.player)
  return piece(kit, "figures", pieces.follower_name(follower),
    (' transform="translate(%g %g)" data-x="%d" data-y="%d" data-segment="%d,%d"'
     .. ' data-player="%s"')
      :format(x, y, follower.x, follower.y, follower.at[1], follower.at[2],
              escape(follower.player)),
    title(who .. ": " .. role)
      .. figures.follower(kit.theme, kit:color(follower.player), look.figure))
end

function pieces.keep_name(player)
  return "keep-" .. escape(player)
end

-- A player's keep on a segment of a tile.
function pieces.keep(kit, player, laid, segment)
  local x, y = stand_on(laid, segment)
  return piece(kit, "figures", pieces.keep_name(player),
               (' transform="translate(%g %g)" data-player="%s"')
                 :format(x, y, escape(player)),
               figures.keep(kit.theme, kit:color(player)))
end

-- The markers of all players: those on one space stand beside each other.
function pieces.markers(kit, view)
  local players, list = view.game and view.game.players or {}, {}
  local names, on = kit.description.seats or {}, {}
  if not kit.track then
    return list
  end
  for _, player in ipairs(players) do
    if player.space then
      on[player.space] = (on[player.space] or 0) + 1
    end
  end
  local placed = {}
  for seat, player in ipairs(players) do
    local space = player.space
    if space and kit.track.spaces[space] then
      placed[space] = (placed[space] or 0) + 1
      local name = names[seat] or ("seat " .. seat)
      local x, y = wall.stand(kit.track, space, placed[space], on[space])
      list[#list + 1] = piece(kit, "figures", "marker-" .. escape(name),
        (' transform="translate(%g %g)" data-player="%s" data-space="%d"')
          :format(x, y, escape(name), space),
        figures.marker(kit.theme, kit:color(name)))
    end
  end
  return list
end

function pieces.wall_tile_name(number)
  return "wall-tile-" .. number
end

-- A wall tile, face down on its tower; nil when there is no such tower.
function pieces.wall_tile(kit, number)
  local space = kit.track and kit.track.spaces[number]
  if not space or not castle.tower_of(kit.track, number) then
    return nil
  end
  local x, y = wall.tower_middle(space.tower)
  return piece(kit, "wall-tiles", pieces.wall_tile_name(number),
               (' transform="translate(%g %g)" data-tower="%d"')
                 :format(x, y, number), wall_tiles.face_down(kit.theme))
end

-- The line around the tile that was laid last, or nil.
function pieces.last(kit, view)
  local laid = view.board and view.board[#view.board]
  return laid and piece(kit, "last", "last", "",
    ('<rect x="%d" y="%d" width="96" height="96" rx="4" fill="none" %s'
     .. ' stroke-width="7"/><rect x="%d" y="%d" width="96" height="96" rx="4"'
     .. ' fill="none" %s stroke-width="4"/>')
      :format(laid.x * 100 + 2, laid.y * 100 + 2, kit.theme.stroke.halo,
              laid.x * 100 + 2, laid.y * 100 + 2, kit.theme.stroke.accent)) or nil
end

-- One segment of a tile, marked: tinted, with a line around it; or along it.
function pieces.outlined(kit, laid, segment, color)
  local shape = tile.shape(kit, kit:tile(laid.tile, laid.turns), segment)
  local is_line = shape.form == "line"
  local theme, width = kit.theme, is_line and 9 or 5
  local tint = is_line and "" or ('<path %s fill-opacity="0.35" d="%s"/>')
    :format(theme.fill[color], shape.path)
  return ('<g transform="translate(%d %d)" clip-path="url(#castled-tile)">%s'
          .. '<g fill="none"><path %s stroke-width="%d" d="%s"/><path %s'
          .. ' stroke-width="%d" stroke-dasharray="9 5" d="%s"/></g></g>')
    :format(laid.x * 100, laid.y * 100, tint, theme.stroke.halo, width + 4,
            shape.open, theme.stroke[color], width, shape.open)
end

-- A space where the tile in hand may be laid.
function pieces.place(kit, place)
  return ('<g id="%splace-%d-%d" data-x="%d" data-y="%d"><rect x="%d" y="%d"'
          .. ' width="86" height="86" rx="8" %s fill-opacity="0.35"'
          .. ' stroke-width="4" stroke-dasharray="10 6"/><path fill="none" %s'
          .. ' stroke-width="5" stroke-linecap="round" d="M%d %dh24m-12-12v24"/></g>')
    :format(kit.prefix, place.x, place.y, place.x, place.y, place.x * 100 + 7,
            place.y * 100 + 7, kit.theme.both("halo", "accent"),
            kit.theme.stroke.accent, place.x * 100 + 38, place.y * 100 + 50)
end

-- The tile in hand, over a space.
function pieces.held(kit, held)
  local drawn = kit:tile(held.tile, held.turns or 0)
  return drawn and ('<g transform="translate(%d %d)" opacity="0.85" data-tile="%s">'
          .. '%s<rect x="1.5" y="1.5" width="97" height="97" rx="4" fill="none" %s'
          .. ' stroke-width="5"/></g>')
    :format(held.x * 100, held.y * 100, escape(held.tile), drawn.svg,
            kit.theme.stroke.accent) or ""
end

-- A follower that may be placed on the tile that was laid last.
function pieces.choice(kit, laid, choice, index)
  local segment = segment_of(kit, laid.tile, choice.column, choice.row)
  if not segment then
    return ""
  end
  local x, y = stand_on(laid, segment)
  local look = kit.looks[segment.kind]
  return ('<g transform="translate(%g %g)" data-index="%d" data-segment="%d,%d">'
          .. '<circle r="19" %s stroke-width="3" stroke-dasharray="6 3"'
          .. ' fill-opacity="0.7"/><g transform="scale(0.68)">%s</g></g>')
    :format(x, y, index, choice.column, choice.row,
            kit.theme.both("halo", "accent"),
            figures.follower(kit.theme, kit:color(choice.player), look.figure))
end

-- The number of a choice, beside its figure and away from the tile's middle; "" for
-- one that has none.
function pieces.choice_number(kit, laid, choice)
  local segment = segment_of(kit, laid.tile, choice.column, choice.row)
  if not segment or not choice.number then
    return ""
  end
  local x, y = stand_on(laid, segment)
  return ('<g transform="translate(%g %g)"><circle r="7" %s stroke-width="1.2"/>'
          .. '<text y="4" %s font-size="11.5" font-weight="700"'
          .. ' text-anchor="middle">%d</text></g>')
    :format(x + (x - laid.x * 100 < 45 and -12 or 12),
            y + (y - laid.y * 100 > 55 and 12 or -12),
            kit.theme.both("halo", "accent"), kit.theme.fill.accent, choice.number)
end

return pieces
