-- Colours by how many a terminal has. A colour is 0xRRGGBB; a style has fg, bg
-- and attributes, and becomes the sequence that a terminal understands. With
-- plain_reverse it is reversed only where there are no colours.

local colors = {}

colors.DEPTHS = { "none", "16", "256", "true" }

-- The sixteen, as most terminals show them.
local SIXTEEN = {
  0x000000, 0xAA0000, 0x00AA00, 0xAA5500, 0x0000AA, 0xAA00AA, 0x00AAAA,
  0xAAAAAA, 0x555555, 0xFF5555, 0x55FF55, 0xFFFF55, 0x5555FF, 0xFF55FF,
  0x55FFFF, 0xFFFFFF,
}

local CUBE = { 0, 95, 135, 175, 215, 255 }

-- How many colours the terminal has, by what it says of itself.
function colors.detect(environment)
  local term = environment("TERM") or ""
  local truth = environment("COLORTERM") or ""
  if (environment("NO_COLOR") or "") ~= "" or term == "dumb"
     or term:find("^vt%d") then
    return "none"
  elseif truth == "truecolor" or truth == "24bit" or term:find("direct") then
    return "true"
  elseif term:find("256") then
    return "256"
  end
  return "16"
end

local function parts(color)
  return color >> 16, color >> 8 & 0xFF, color & 0xFF
end

local function distance(a, b)
  local r, g, blue = parts(a)
  local r2, g2, b2 = parts(b)
  return 3 * (r - r2) ^ 2 + 4 * (g - g2) ^ 2 + 2 * (blue - b2) ^ 2
end

-- A colour between two: `part` of 0 is the first, 1 the second.
function colors.mix(a, b, part)
  local r, g, blue = parts(a)
  local r2, g2, b2 = parts(b)
  local function between(from, to)
    return math.floor(from + (to - from) * part + 0.5)
  end
  return between(r, r2) << 16 | between(g, g2) << 8 | between(blue, b2)
end

local function nearest(list, color)
  local best, best_distance
  for index, other in ipairs(list) do
    local here = distance(color, other)
    if not best or here < best_distance then
      best, best_distance = index, here
    end
  end
  return best
end

local function cube_index(value)
  local best = 1
  for index, level in ipairs(CUBE) do
    if math.abs(level - value) < math.abs(CUBE[best] - value) then
      best = index
    end
  end
  return best
end

-- The number of a colour among the 256.
function colors.to_256(color)
  local r, g, b = parts(color)
  local i, j, k = cube_index(r), cube_index(g), cube_index(b)
  local cube = CUBE[i] << 16 | CUBE[j] << 8 | CUBE[k]
  local step = math.max(0, math.min(23, ((r + g + b) // 3 - 3) // 10))
  local gray = (8 + 10 * step) * 0x010101
  if distance(color, gray) < distance(color, cube) then
    return 232 + step
  end
  return 16 + 36 * (i - 1) + 6 * (j - 1) + k - 1
end

local preferred = {}

-- Where there are sixteen colours, that number is taken for the colour: what
-- is nearest is often gray.
function colors.prefer(color, number)
  preferred[color] = number
end

-- The number of a colour among the sixteen.
function colors.to_16(color)
  return preferred[color] or nearest(SIXTEEN, color) - 1
end

local function add_color(list, depth, color, is_background)
  local base = is_background and 40 or 30
  if depth == "true" then
    list[#list + 1] = ("%d;2;%d;%d;%d"):format(base + 8, parts(color))
  elseif depth == "256" then
    list[#list + 1] = ("%d;5;%d"):format(base + 8, colors.to_256(color))
  else
    local number = colors.to_16(color)
    list[#list + 1] = tostring(number < 8 and base + number
                               or base + 60 + number - 8)
  end
end

local NO_COLOR = 0x1FFFFFF -- more than any

-- A style as a number: two colours of 25 bits, and a bit for each attribute.
local function number_of(style)
  return (style.fg or NO_COLOR) | (style.bg or NO_COLOR) << 25
         | (style.bold and 1 << 50 or 0) | (style.reverse and 1 << 51 or 0)
         | (style.underline and 1 << 52 or 0)
         | (style.plain_reverse and 1 << 53 or 0)
end

local caches = {}

-- The sequence that begins a style from nothing.
function colors.sequence(depth, style)
  local cache = caches[depth] or {}
  caches[depth] = cache
  local number = number_of(style)
  local found = cache[number]
  if found then
    return found
  end
  local list = { "0" }
  if style.bold then
    list[#list + 1] = "1"
  end
  if style.underline then
    list[#list + 1] = "4"
  end
  if style.reverse or style.plain_reverse and depth == "none" then
    list[#list + 1] = "7"
  end
  if depth ~= "none" then
    if style.fg then
      add_color(list, depth, style.fg, false)
    end
    if style.bg then
      add_color(list, depth, style.bg, true)
    end
  end
  local sequence = "\27[" .. table.concat(list, ";") .. "m"
  cache[number] = sequence
  return sequence
end

return colors
