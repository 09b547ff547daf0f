-- The Castle's wall tiles, around 0, 0, 34 wide: face down, or face up with what
-- their kind does (CS-61 to CS-69) as a sign and a few letters.

local signs = require "castled.drawing.signs"

local wall_tiles = {}

local SQUARE = '<rect x="-17" y="-17" width="34" height="34" rx="5" %s'
               .. ' stroke-width="2"/>'

-- Seen from behind: which of them it is, nobody knows.
function wall_tiles.face_down(theme)
  return SQUARE:format(theme.both("back", "back_line"))
    .. ('<path %s d="M-9 9V-8h4v4h3v-4h4v4h3v-4h4V9h-6V4a3 3 0 0 0-6 0v5z"/>')
      :format(theme.fill.back_line)
end

local function house(theme)
  return signs.roofs(theme, { { x = 0, y = 0, length = 8, depth = 6 } })
end

local function path(theme)
  return ('<path fill="none" %s stroke-width="9" d="M-11 5Q-2 5 0 0T11-5"/>'
          .. '<path fill="none" %s stroke-width="6" d="M-11 5Q-2 5 0 0T11-5"/>')
    :format(theme.stroke.path_edge, theme.stroke.path)
end

local function again(theme)
  return ('<path fill="none" %s stroke-width="3.6" stroke-linecap="round"'
          .. ' d="M7.5 6A10 10 0 1 1 9-4"/><path %s d="M13-5L6-2L12 3.5z"/>')
    :format(theme.stroke.accent, theme.fill.accent)
end

-- By kind: the sign, and the letters below it.
local FACES = {
  { again }, { signs.keep, "×2" }, { house, "×2" }, { path, "1" },
  { signs.keep, "2" }, { house, "1" }, { signs.market, "4" }, { house, "+2" },
  { nil, "5" },
}

local function letters(theme, text, size, y)
  return ('<text y="%g" font-size="%d" font-weight="700" text-anchor="middle" %s>%s'
          .. '</text>'):format(y, size, theme.fill.number, text)
end

function wall_tiles.face_up(theme, kind)
  local face = FACES[kind] or { nil, "?" }
  local svg = SQUARE:format(theme.both("tower", "wall_edge"))
  if face[1] and face[2] then
    return svg .. signs.at(0, -5, face[1](theme))
           .. letters(theme, face[2], 12, 14)
  elseif face[1] then
    return svg .. face[1](theme)
  end
  return svg .. letters(theme, face[2], 24, 8.5)
end

return wall_tiles
