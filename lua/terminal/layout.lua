-- Where things stand on a screen, by its size. The last three rows are two of
-- message and one of keys. Of the rest:
--
--   80 by 24      a close-up, 50 columns; beside it the overview and the panel
--   larger        the whole castle small, a close-up when there is room, the
--                 panel, and the log below
--   very large    the whole castle large, and the panel

local layout = {}

layout.WIDTH_MIN, layout.HEIGHT_MIN = 80, 24

local FOOT = 3
local PANEL = 29
local PANEL_WIDE = 40
local CLOSE_MIN = 50
local GAP = 2

local function area(left, top, width, height)
  return { left = left, top = top, width = width, height = height }
end

-- Whether a screen is too small for any of these.
function layout.is_too_small(width, height)
  return width < layout.WIDTH_MIN or height < layout.HEIGHT_MIN
end

local function foot(found, width, height)
  found.message = area(1, height - FOOT, width - 2, 2)
  found.keys = area(1, height - 1, width - 2, 1)
  return found
end

local function close_up(width, height)
  local columns = (width - PANEL - 1) // 2 * 2
  return foot({
    close = area(0, 0, columns, height - FOOT),
    panel = area(width - PANEL, 0, PANEL, height - FOOT),
    has_overview = true,
  }, width, height)
end

local function whole_large(width, height, columns, rows)
  return foot({
    whole = area(0, 0, columns, rows), whole_scale = "large",
    panel = area(columns + GAP, 0, width - columns - GAP, height - FOOT),
    is_wide = true,
  }, width, height)
end

local function whole_small(width, height, columns, rows)
  local panel = math.min(PANEL_WIDE, width - columns - GAP)
  local close = (width - columns - GAP - panel - GAP) // 2 * 2
  local found = {
    whole = area(0, 0, columns, rows), whole_scale = "small",
    is_wide = true,
  }
  if close >= CLOSE_MIN then
    found.close = area(columns + GAP, 0, close, rows)
  else
    panel = width - columns - GAP
  end
  found.panel = area(width - panel, 0, panel, height - FOOT)
  if height - FOOT - rows >= 4 then
    found.log = area(1, rows + 1, width - panel - GAP - 1,
                     height - FOOT - rows - 1)
  end
  return foot(found, width, height)
end

-- The layout for a screen and a scene; `depth` is of colours.
function layout.of(width, height, depth, scene)
  local columns = scene.right - scene.left + 1
  local rows = scene.bottom - scene.top + 1
  local room = height - FOOT
  if width >= 2 * columns + GAP + PANEL and room >= rows then
    return whole_large(width, height, 2 * columns, rows)
  elseif depth ~= "none" and width >= columns + GAP + PANEL
         and room >= (rows + 1) // 2 then
    return whole_small(width, height, columns, (rows + 1) // 2)
  end
  return close_up(width, height)
end

return layout
