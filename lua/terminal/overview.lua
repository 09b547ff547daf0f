-- The castle at two columns a space: a tile's building west and east as
-- colours, its paths as lines, who stands there, places to choose, and the wall
-- with its markers. For screens that have no room for pictures of all.

local board_of = require "castled.board"
local palette  = require "terminal.palette"
local picture  = require "castled.picture"

local SIDE = picture.SIDE
local MIDDLE = SIDE // 2

local overview = {}

-- By the sides that a path goes to: 1 north, 2 east, 4 south, 8 west.
local LINES = { [0] = " ", "╵", "╶", "└", "╷", "│", "┌", "├",
                "╴", "┘", "─", "┴", "┐", "┤", "┬", "┼" }

-- The columns and rows that an overview of the scene takes.
function overview.size(scene)
  return (scene.right - scene.left + 1) * 2 // SIDE,
         (scene.bottom - scene.top + 1) // SIDE
end

local function must_match(board, letter)
  local meaning = board.alphabet.letters[letter]
  for _, kind in ipairs(board.alphabet.kinds) do
    if meaning and not meaning.separator and kind.name == meaning.kind then
      return kind.must_match
    end
  end
  return false
end

-- The sides that a path of the tile goes to, as a sum of bits.
local function path_sides(board, tile, turns)
  local sides = 0
  local middles = { { MIDDLE, 0 }, { SIDE - 1, MIDDLE }, { MIDDLE, SIDE - 1 },
                    { 0, MIDDLE } }
  for index, at in ipairs(middles) do
    local letter = picture.letter(tile.picture, turns, at[1], at[2])
    if must_match(board, letter) then
      sides = sides | 1 << (index - 1)
    end
  end
  return sides
end

-- The look of a building in the columns, or of the court.
local function side_look(board, tile, turns, from, to)
  local counts, best, best_count = {}, nil, 0
  for column = from, to do
    for row = 1, SIDE - 2 do
      local letter = picture.letter(tile.picture, turns, column, row)
      local look = palette.of_letter(board.alphabet, letter)
      if not must_match(board, letter) and look ~= palette.look("court") then
        counts[look] = (counts[look] or 0) + 1
        if counts[look] > best_count then
          best, best_count = look, counts[look]
        end
      end
    end
  end
  return best_count >= 2 and best or palette.look("court")
end

local PLAIN = { fg = 0x3A2A10, bold = true }

local function draw_tile(cells, column, row, board, tile, turns)
  local sides = path_sides(board, tile, turns)
  local west = side_look(board, tile, turns, 0, 1)
  local east = side_look(board, tile, turns, 3, 4)
  local is_plain = cells.depth == "none"
  local function letter(line, look)
    if line == " " and is_plain then
      return look == palette.look("court") and "." or look.plain:sub(1, -2)
    end
    return line
  end
  cells:set(column, row, letter(LINES[sides], west),
            { fg = PLAIN.fg, bg = west.bg, bold = true })
  cells:set(column + 1, row, letter(sides & 2 ~= 0 and "─" or " ", east),
            { fg = PLAIN.fg, bg = east.bg, bold = true })
end

local function draw_space(cells, column, row, state, x, y)
  local board = state.board
  local laid = board:laid(x, y)
  local ghost = state.ghost
  if ghost and ghost.x == x and ghost.y == y then
    cells:write(column, row, "[]", palette.STYLES.chosen)
  elseif laid then
    draw_tile(cells, column, row, board, laid.tile, laid.turns)
  elseif state.places and state.places:at(x, y) then
    cells:write(column, row, "<>", { fg = palette.LEGAL, bold = true,
                                     bg = palette.look("legal").bg })
  elseif board:has_space(x, y) then
    cells:write(column, row, "· ", { fg = 0x6A645C,
                                     bg = palette.look("empty").bg })
  end
  if state.framed and state.framed.x == x and state.framed.y == y then
    local style = cells:style(column, row)
    cells:set(column, row, cells.letters[row * cells.width + column],
              { fg = 0x000000, bg = palette.FRAME, bold = style.bold,
                plain_reverse = true })
  end
end

-- The cell of the overview that a letter of the scene falls into.
local function cell_of(area, scene, at)
  return area.left + (at[1] - scene.left) * 2 // SIDE,
         area.top + (at[2] - scene.top) // SIDE
end

local function draw_wall(cells, area, scene, state)
  local stone = { fg = 0x8C857A, bg = palette.look("wall").bg }
  for y = scene.top, scene.bottom do
    for x = scene.left, scene.right do
      if scene:look(x, y) and not scene.board:has_space(x // SIDE, y // SIDE) then
        local column, row = cell_of(area, scene, { x, y })
        cells:set(column, row, cells.depth == "none" and "#" or " ", stone)
      end
    end
  end
  for _, start in ipairs(scene.board.starts) do
    local side = start.side
    local dx = side == "west" and -1 or side == "east" and SIDE or MIDDLE
    local dy = side == "north" and -1 or side == "south" and SIDE or MIDDLE
    local column, row = cell_of(area, scene,
                                { start.x * SIDE + dx, start.y * SIDE + dy })
    local letter = start.letters:sub(MIDDLE + 1, MIDDLE + 1)
    local look = palette.of_letter(scene.board.alphabet, letter)
    cells:set(column, row, cells.depth == "none" and letter or " ",
              { bg = look.bg })
  end
  for _, tower in ipairs(scene.track.towers) do
    local column, row = cell_of(area, scene, tower.middle)
    cells:set(column, row, " ", { bg = palette.look("corner").bg })
  end
  for _, number in ipairs(state.towers or {}) do
    local column, row = cell_of(area, scene, scene.track.spaces[number].tower.middle)
    cells:set(column, row, "?", { fg = 0xF6E7D8, bg = 0x7A4B2A, bold = true })
  end
  for index, marker in ipairs(state.markers or {}) do
    local space = scene.track.spaces[marker.space % scene.track.count]
    local at = space.stands[(index - 1) % 2 + 1]
    local column, row = cell_of(area, scene, at)
    cells:set(column, row, state.letter_of(marker.player):upper(),
              palette.player(marker.player))
  end
end

local function draw_followers(cells, area, scene, state)
  for _, follower in ipairs(state.board.followers) do
    local laid = state.board:laid(follower.x, follower.y)
    local node = laid and board_of.node_of(laid, follower.at[1],
                                           follower.at[2])
    if node then
      local at = { follower.x * SIDE + 3, follower.y * SIDE }
      local column, row = cell_of(area, scene, at)
      cells:set(column, row, state.role_of(follower.kind),
                palette.player(follower.player))
    end
  end
end

-- Draws it into `area` (left, top); `state` is as for scene.draw, with `board`.
function overview.draw(cells, area, scene, state)
  for y = scene.board.top, scene.board.bottom do
    for x = scene.board.left, scene.board.right do
      local column, row = cell_of(area, scene, { x * SIDE, y * SIDE })
      draw_space(cells, column, row, state, x, y)
    end
  end
  if scene.track then
    draw_wall(cells, area, scene, state)
  end
  draw_followers(cells, area, scene, state)
end

-- The space under a cell of the screen.
function overview.space(area, scene, column, row)
  return scene.left // SIDE + (column - area.left) // 2,
         scene.top // SIDE + row - area.top
end

return overview
