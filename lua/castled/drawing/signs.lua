-- Small things that stand on a letter of a tile, around 0, 0 in hundredths of a
-- tile: squares, marks, roofs. Each function gets a theme of paint.lua and gives
-- SVG.

local signs = {}

local function at(x, y, inside)
  return ('<g transform="translate(%g %g)">%s</g>'):format(x, y, inside)
end
signs.at = at

-- Where paths end: paving in rings.
function signs.square(theme)
  return '<circle r="15" ' .. theme.both("square", "path_edge")
    .. ' stroke-width="2"/><path ' .. theme.stroke.path_dot
    .. ' fill="none" stroke-width="1.6" d="M-8.5 0a8.5 8.5 0 1 0 17 0a8.5'
    .. ' 8.5 0 1 0-17 0M0-8.5V-14M0 8.5V14M-8.5 0H-14M8.5 0H14M-6-6'
    .. 'L-10-10M6-6L10-10M-6 6L-10 10M6 6L10 10"/>'
end

function signs.market(theme)
  return '<path ' .. theme.fill.wood .. ' d="M-8-1h16v9h-2v-6h-12v6h-2z"/>'
    .. '<path ' .. theme.both("cloth", "stone_edge") .. ' stroke-width="1.4"'
    .. ' stroke-linejoin="round" d="M-7-9h14l3 9a2.5 2.5 0 0 1-5 0a2.5'
    .. ' 2.5 0 0 1-5 0a2.5 2.5 0 0 1-5 0a2.5 2.5 0 0 1-5 0z"/><path '
    .. theme.fill.awning .. ' d="M-7-9h3.5L-5 0a2.5 2.5 0 0 1-5 0zM0-9h3.5'
    .. 'L5 0a2.5 2.5 0 0 1-5 0z"/>'
end

function signs.fountain(theme)
  return '<circle r="10" ' .. theme.both("stone_light", "stone_edge")
    .. ' stroke-width="1.6"/><circle r="6.5" ' .. theme.both("water", "stone_dark")
    .. ' stroke-width="1"/><path ' .. theme.both("cloth", "cloth")
    .. ' stroke-width="1.2" fill-opacity="0" d="M-3.5 0a3.5 3.5 0 1 0 7 0a3.5'
    .. ' 3.5 0 1 0-7 0"/><circle r="1.6" ' .. theme.fill.cloth .. '/>'
end

function signs.pennant(theme)
  return '<path ' .. theme.both("awning", "cloth")
    .. ' stroke-width="1.6" d="M-7-8h14v8q0 6-7 9q-7-3-7-9z"/>'
end

-- A mark that nobody knows.
function signs.token(theme)
  return '<path ' .. theme.both("cloth", "neutral_edge")
    .. ' stroke-width="1.6" d="M0-9L9 0L0 9L-9 0z"/>'
end

function signs.bush(theme)
  return '<circle r="4.5" ' .. theme.fill.bush .. '/><circle cx="-1.2" cy="-1.2"'
    .. ' r="2.6" ' .. theme.fill.bush_light .. '/>'
end

-- A round tower seen from above.
function signs.keep(theme)
  return '<circle r="9" ' .. theme.both("stone_light", "stone_edge")
    .. ' stroke-width="1.8"/><circle r="6.8" fill="none" '
    .. theme.stroke.stone_dark .. ' stroke-width="2.6" stroke-dasharray="2.8 2.54"/>'
    .. '<circle r="3.6" ' .. theme.fill.stone .. '/>'
end

-- Roofs on letters: `list` has x, y, half the length, half the depth, and
-- whether the ridge runs north to south. The light comes from the north-west.
function signs.roofs(theme, list)
  local light, dark, ridge = {}, {}, {}
  for index, roof in ipairs(list) do
    local x, y, a, b = roof.x, roof.y, roof.length, roof.depth
    if roof.is_upright then
      light[index] = ("M%g %gh%gv%gh-%gz"):format(x - b, y - a, b, 2 * a, b)
      dark[index] = ("M%g %gh%gv%gh-%gz"):format(x, y - a, b, 2 * a, b)
      ridge[index] = ("M%g %gv%gM%g %gh%gM%g %gh%g"):format(x, y - a, 2 * a,
        x - b, y - a / 3, 2 * b, x - b, y + a / 3, 2 * b)
    else
      light[index] = ("M%g %gh%gv%gh-%gz"):format(x - a, y - b, 2 * a, b, 2 * a)
      dark[index] = ("M%g %gh%gv%gh-%gz"):format(x - a, y, 2 * a, b, 2 * a)
      ridge[index] = ("M%g %gh%gM%g %gv%gM%g %gv%g"):format(x - a, y, 2 * a,
        x - a / 3, y - b, 2 * b, x + a / 3, y - b, 2 * b)
    end
  end
  return ('<path %s d="%s"/><path %s d="%s"/><path fill="none" %s'
          .. ' stroke-width="0.9" d="%s"/>')
    :format(theme.fill.roof_light, table.concat(light), theme.fill.roof_dark,
            table.concat(dark), theme.stroke.roof_line, table.concat(ridge))
end

return signs
