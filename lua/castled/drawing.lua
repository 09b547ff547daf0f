-- A board as SVG, from what a frontend has: the description of a game
-- (rulesets.describe) and a view (game.view).
--
--     local drawing = require "castled.drawing"
--     local svg = drawing.board(description, view, { theme = "dark" })
--
-- It is plain text: no style, no script, no reference to anything outside. All
-- colours are attributes with a class beside them; drawing.css() is a stylesheet
-- that knows those classes, light and dark. What a script may want to find has
-- ids and data: `tile-X-Y` (data-x, data-y, data-tile, data-turns), in it the
-- segments (data-segment="column,row", data-kind), `space-X-Y`, `place-X-Y`,
-- `follower-X-Y-C-R`, `marker-SEAT`, `keep-SEAT`, `wall-tile-N`, `start-N`. Layers
-- are `layer-NAME`, in the order of drawing.LAYERS.
--
-- Options, all of them optional:
--
--     theme      "light" or "dark": the colours of the attributes; "page": none,
--                only classes, for a page that has drawing.css(), and no shapes
--                for segments that are ground
--     language   of titles and names; default "en"
--     prefix     of all ids, when a page has several boards
--     header     whether players, points and the drawn tile stand above
--     background whether there is something behind all of it
--     names      by seat: what a player is called, in the header
--     told       what events have told (drawing.tell): where keeps stand, what
--                was completed
--     last       false: do not mark the tile that was laid last
--     features   more features to be marked: { x, y, column, row } each, or node
--                numbers as choices name them
--     places     where the tile in hand may be laid: { x, y } each
--     held       the tile in hand: { tile, turns, x, y }
--     choices    followers that may be placed on the last tile: a question's
--                choices, with `player`, and `number` to be shown beside it;
--                others among them are left out

local changes      = require "castled.drawing.changes"
local defs         = require "castled.drawing.defs"
local header       = require "castled.drawing.header"
local kit_of       = require "castled.drawing.kit"
local paint        = require "castled.drawing.paint"
local scene_of     = require "castled.drawing.scene"
local tile_drawing = require "castled.drawing.tile"

local drawing = {}

drawing.LAYERS = scene_of.LAYERS

-- The stylesheet of a page: all colours, light and dark.
drawing.css = paint.css

local MARGIN = 12

-- What was told so far (nil: nothing) and one event more, as a new table: `keeps`
-- by player, and the features `completed` since the last tile was laid.
function drawing.tell(told, event)
  local now = { keeps = told and told.keeps or {},
                completed = told and told.completed or {} }
  if event.event == "tile_placed" then
    now.completed = {}
  elseif event.event == "feature_scored" then
    now.completed = table.move(now.completed, 1, #now.completed, 1, {})
    table.insert(now.completed, { kind = event.kind, spaces = event.spaces })
  elseif event.event == "keep_moved" then
    local keeps = { [event.player] = event.spaces }
    for player, spaces in pairs(now.keeps) do
      keeps[player] = keeps[player] or spaces
    end
    now.keeps = keeps
  end
  return now
end

-- What is drawn: left, top, width, height.
local function extent(scene)
  local board = scene.kit.board
  if not board.is_bounded then
    scene_of.joined(scene)
  end
  local around, ruler = scene_of.around(scene), scene_of.RULER
  return board.left * 100 - around - ruler, board.top * 100 - around - ruler,
         (board.right - board.left + 1) * 100 + 2 * around + ruler,
         (board.bottom - board.top + 1) * 100 + 2 * around + ruler
end

local function draw_layer(scene, name)
  return ('<g id="%slayer-%s">%s</g>')
    :format(scene.kit.prefix, name, scene_of.draw(scene, name))
end

local function draw_header(scene, left, top, width)
  return ('<g id="%sheader" transform="translate(%d %d)">%s</g>')
    :format(scene.kit.prefix, left + MARGIN, top + MARGIN,
            header.draw(scene.kit, scene.view, width - 2 * MARGIN,
                        scene.options))
end

-- The whole board: an <svg> with a viewBox and nothing that says how large it is.
function drawing.board(description, view, options)
  local scene = scene_of.new(description, view, options or {})
  local left, top, width, height = extent(scene)
  local parts, theme = {}, scene.kit.theme
  if scene.options.header then
    local more = header.height(view) + MARGIN
    top, height = top - more, height + more
  end
  local title = tile_drawing.escape(
    (description.title or {})[scene.options.language or "en"]
    or (description.title or {}).en or description.name or "")
  parts[1] = ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="%d %d %d %d"'
              .. ' class="castled-board" role="img" aria-label="%s"'
              .. ' font-family="system-ui, sans-serif">')
    :format(left, top, width, height, title)
  parts[2] = defs.draw(theme)
  if scene.options.background then
    parts[#parts + 1] = ('<rect x="%d" y="%d" width="%d" height="%d" %s/>')
      :format(left, top, width, height, theme.fill.table)
  end
  for _, name in ipairs(drawing.LAYERS) do
    parts[#parts + 1] = draw_layer(scene, name)
  end
  if scene.options.header then
    parts[#parts + 1] = draw_header(scene, left, top, width)
  end
  parts[#parts + 1] = "</svg>\n"
  return table.concat(parts)
end

-- The scene of a state, which keeps it.
local function scene_for(description, state)
  state.scene = state.scene
                or scene_of.new(description, state.view, state.options or {})
  return state.scene
end

-- The pieces that change when one state of a game becomes another, each { view =,
-- options = } (see changes.lua): for a page that shows the first. A view must
-- not be changed in place meanwhile; a state remembers what was drawn of it, so
-- use the second one as the first the next time. Nil when the drawing has
-- another size now, as on an endless table: then all of it is to be drawn anew.
function drawing.parts(description, before, after)
  local old = scene_for(description, before)
  local now = scene_for(description, after)
  if not now.kit.board.is_bounded
     and table.concat({ extent(old) }, " ") ~= table.concat({ extent(now) }, " ") then
    return nil
  end
  return changes.between(old, now)
end

-- The board of a state, as for drawing.parts, as castled.board reads it. It is the
-- same one for all of a game, so it is good until another state is asked.
function drawing.read(description, state)
  return scene_of.joined(scene_for(description, state))
end

-- One layer by itself, as a <g>.
function drawing.layer(description, view, name, options)
  return draw_layer(scene_of.new(description, view, options or {}), name)
end

-- One tile by itself, as an <svg>: for the hand, lists, explanations.
function drawing.tile(description, name, turns, options)
  options = options or {}
  local kit = kit_of.of(description, options.theme, options.prefix)
  local drawn = kit:tile(name, turns or 0)
  return drawn and ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"'
                    .. ' class="castled-tile">%s%s</svg>\n')
    :format(defs.draw(kit.theme), drawn.svg) or nil
end

return drawing
