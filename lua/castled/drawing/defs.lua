-- The patterns that areas are filled with. Their periods divide 100, so that
-- they go on from tile to tile. And what keeps a tile's lines on the tile.

local defs = {}

local PATTERN = '<pattern id="castled-%s" width="%g" height="%g"'
                .. ' patternUnits="userSpaceOnUse">%s</pattern>'

local function turf(theme)
  return PATTERN:format("turf", 25, 25,
    '<rect width="25" height="25" ' .. theme.fill.court .. '/><path fill="none" '
    .. theme.stroke.tuft .. ' stroke-width="1.5" stroke-linecap="round" d="M4 7'
    .. 'l1-3M6.5 7l1.5-2.5M16.5 19l1-3M19 19l1.5-2.5M17 5.5h.1M6 18h.1"/>')
end

local function masonry(theme)
  return PATTERN:format("masonry", 20, 10,
    '<rect width="20" height="10" ' .. theme.fill.stone .. '/><path fill="none" '
    .. theme.stroke.stone_dark .. ' stroke-width="1.2" d="M0 .6h20M0 5.6h20M5 .6'
    .. 'v5M15 5.6v4.4"/>')
end

local function wall(theme)
  return PATTERN:format("wall", 25, 12.5,
    '<rect width="25" height="12.5" ' .. theme.fill.wall .. '/><path fill="none" '
    .. theme.stroke.wall_light .. ' stroke-width="1.2" d="M0 .6h25M0 6.9h25M6'
    .. ' .6v6.3M18.5 6.9v6.3"/>')
end

local HATCHES = { "M0 10L10 0M-2 2L2-2M8 12L12 8", "M0 5h10", "M5 0v10",
                  "M0 0L10 10M0 10L10 0" }

-- All patterns, as a <defs>.
function defs.draw(theme)
  local parts = { turf(theme), masonry(theme), wall(theme) }
  for index, path in ipairs(HATCHES) do
    parts[#parts + 1] = PATTERN:format("hatch-" .. index, 10, 10,
      ('<path fill="none" %s stroke-width="1" d="%s"/>')
      :format(theme.stroke.neutral_edge, path))
  end
  parts[#parts + 1] = '<clipPath id="castled-tile"><rect width="100"'
                     .. ' height="100"/></clipPath>'
  return "<defs>" .. table.concat(parts) .. "</defs>"
end

return defs
