-- Two ways to put a part of a scene on the screen: large, where a letter is two
-- columns and one row, and small, where it is one column and half a row (an
-- upper half block). Without colours small means a column and a row, in
-- letters.

local palette = require "terminal.palette"
local picture = require "castled.picture"

local SIDE = picture.SIDE

local views = {}

local function clamp(value, low, high)
  return math.max(low, math.min(high, value))
end

-- The first letter to show, of `size`, so that `middle` is in the middle and
-- no more than needed of what is outside is seen.
local function first(middle, size, low, high)
  if high - low + 1 <= size then
    return low - (size - (high - low + 1)) // 2
  end
  return clamp(middle - size // 2, low, high - size + 1)
end

-- A view of a part of the screen on the letter at x, y of a scene: "large",
-- "small" or, without colours, "letters".
function views.new(scale, area, scene, x, y)
  local columns = scale == "large" and area.width // 2 or area.width
  local rows = scale == "small" and area.height * 2 or area.height
  return {
    scale = scale, area = area, scene = scene,
    left = first(x, columns, scene.left, scene.right),
    top = first(y, rows, scene.top, scene.bottom) // (scale == "small" and 2 or 1)
          * (scale == "small" and 2 or 1),
    columns = columns, rows = rows,
  }
end

local OUTSIDE = {}

local function draw_large(view, cells)
  local scene, area = view.scene, view.area
  local is_plain = cells.depth == "none"
  for row = 0, view.rows - 1 do
    for column = 0, view.columns - 1 do
      local x, y = view.left + column, view.top + row
      local look = scene:look(x, y)
      local mark = scene:mark(x, y)
      local two = look and (is_plain and look.plain
                            or (y % 2 == 0 and look.even or look.odd)) or "  "
      local style = look or OUTSIDE
      if mark and mark.two then
        two = mark.two
        style = { fg = mark.style.fg, bg = mark.style.bg or look and look.bg,
                  bold = mark.style.bold,
                  plain_reverse = mark.style.plain_reverse }
      else
        style = { fg = style.fg, bg = style.bg }
      end
      cells:write(area.left + 2 * column, area.top + row, two, style,
                  area.left + 2 * column + 2)
    end
  end
end

local function draw_small(view, cells)
  local scene, area = view.scene, view.area
  for row = 0, area.height - 1 do
    for column = 0, view.columns - 1 do
      local x, y = view.left + column, view.top + 2 * row
      local upper, lower = scene:look(x, y), scene:look(x, y + 1)
      local mark = scene:mark(x, y)
      mark = mark and mark.one and mark or scene:mark(x, y + 1)
      if mark and mark.one then
        local under = lower or upper
        cells:set(area.left + column, area.top + row, mark.one,
                  { fg = mark.style.fg, bold = true,
                    bg = mark.style.bg or under and under.bg })
      elseif upper or lower then
        cells:set(area.left + column, area.top + row,
                  upper and upper.bg and "▀" or "▄",
                  { fg = upper and upper.bg or lower and lower.bg,
                    bg = upper and upper.bg and lower and lower.bg })
      end
    end
  end
end

local function draw_letters(view, cells)
  local scene, area = view.scene, view.area
  for row = 0, view.rows - 1 do
    for column = 0, view.columns - 1 do
      local x, y = view.left + column, view.top + row
      local look, mark = scene:look(x, y), scene:mark(x, y)
      if mark and mark.one then
        cells:set(area.left + column, area.top + row, mark.one, mark.style)
      elseif look then
        cells:write(area.left + column, area.top + row, look.plain, nil,
                    area.left + column + 1)
      end
    end
  end
end

local DRAW = { large = draw_large, small = draw_small, letters = draw_letters }

function views.draw(view, cells)
  DRAW[view.scale](view, cells)
end

-- The letter of the scene under a cell of the screen, or nil outside of it.
function views.letter(view, column, row)
  local area = view.area
  column, row = column - area.left, row - area.top
  if column < 0 or column >= area.width or row < 0 or row >= area.height then
    return nil
  elseif view.scale == "large" then
    return view.left + column // 2, view.top + row
  elseif view.scale == "small" then
    return view.left + column, view.top + 2 * row
  end
  return view.left + column, view.top + row
end

-- The space that a letter belongs to, and the letter's column and row there.
function views.space(x, y)
  return x // SIDE, y // SIDE, x % SIDE, y % SIDE
end

-- Draws a tile by itself, large or small.
function views.draw_tile(cells, left, top, board, tile, turns, is_large)
  local looks = {}
  for row = 0, SIDE - 1 do
    looks[row] = {}
    for column = 0, SIDE - 1 do
      local letter = picture.letter(tile.picture, turns, column, row)
      looks[row][column] = palette.of_letter(board.alphabet, letter)
    end
  end
  local scene = {
    look = function(_, x, y) return looks[y] and looks[y][x] end,
    mark = function() return nil end,
  }
  local is_plain = cells.depth == "none"
  local scale = is_large and "large" or is_plain and "letters" or "small"
  local area = { left = left, top = top,
                 width = is_large and 2 * SIDE or SIDE,
                 height = scale == "small" and 3 or SIDE }
  views.draw({ scale = scale, area = area, scene = scene, left = 0, top = 0,
               columns = SIDE, rows = SIDE }, cells)
end

-- Draws one row of a tile by itself, large.
function views.draw_tile_row(cells, left, at, board, tile, row)
  for column = 0, SIDE - 1 do
    local letter = picture.letter(tile.picture, 0, column, row)
    local look = palette.of_letter(board.alphabet, letter)
    local two = cells.depth == "none" and look.plain
                or (row % 2 == 0 and look.even or look.odd) or "  "
    cells:write(left + 2 * column, at, two, { fg = look.fg, bg = look.bg })
  end
end

return views
