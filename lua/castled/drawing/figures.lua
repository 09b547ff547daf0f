-- Followers, keeps and markers, around 0, 0 in hundredths of a tile. Colours say
-- whose they are, shapes say what they are: a herald has a flag, a knight helmet
-- and shield, a squire a pointed cap; a merchant lies, with a sack.

local figures = {}

local CLOAK = "M0-9C8-9 10 4 13 15Q0 20-13 15C-10 4-8-9 0-9Z"

local function body(theme, color)
  return ('<path %s stroke-width="2.2" stroke-linejoin="round" d="%s"/>'
          .. '<circle cy="-12" r="6.5" %s stroke-width="2.2"/>')
    :format(theme.both(color, color .. "_line"), CLOAK,
            theme.both(color, color .. "_line"))
end

local PARTS = {}

function PARTS.herald(theme, color)
  return ('<path %s stroke-width="1.8" stroke-linejoin="round" d="M12 15V-21'
          .. 'L25-15.5L12-10"/>'):format(theme.both(color, color .. "_line"))
         .. body(theme, color)
end

function PARTS.knight(theme, color)
  local line = theme.both(color, color .. "_line")
  return body(theme, color)
    .. ('<path %s stroke-width="1.8" stroke-linejoin="round" d="M-7.5-19.5h15v11h-15z'
        .. 'M-3-19.5q3-5 8-3.5l-2 3.5"/><path fill="none" %s stroke-width="2"'
        .. ' d="M-5-14h10M0-14v5"/><path %s stroke-width="1.6" d="M-6.5 0h13v6q0'
        .. ' 6-6.5 8.5q-6.5-2.5-6.5-8.5z"/>')
      :format(line, theme.stroke[color .. "_line"],
              theme.both(color .. "_line", color))
end

function PARTS.squire(theme, color)
  return body(theme, color)
    .. ('<path %s stroke-width="1.8" stroke-linejoin="round" d="M-9.5-13'
        .. 'Q-1-17 9.5-13L3-26Q-1-24-9.5-13z"/><path fill="none" %s'
        .. ' stroke-width="2.2" d="M-8 3h16"/>')
      :format(theme.both(color, color .. "_line"),
              theme.stroke[color .. "_line"])
end

function PARTS.merchant(theme, color)
  return '<g transform="rotate(-90)">' .. body(theme, color) .. "</g>"
    .. ('<circle cx="5" cy="1" r="4.6" %s stroke-width="1.4"/>')
      :format(theme.both(color .. "_line", color))
end

-- A follower as it stands for a role; any follower when nobody knows the role.
function figures.follower(theme, color, role)
  return (PARTS[role] or body)(theme, color)
end

-- A scoring marker.
function figures.marker(theme, color)
  return '<g transform="scale(1.05)">' .. body(theme, color) .. "</g>"
end

function figures.keep(theme, color)
  return ('<path %s stroke-width="2.4" stroke-linejoin="round" d="M-15 18v-5h3V-6h-4'
          .. 'V-20h7v5h5v-5h8v5h5v-5h7V-6h-4V13h3v5z"/><path %s d="M-4.5 13V5a4.5'
          .. ' 4.5 0 0 1 9 0v8z"/>')
    :format(theme.both(color, color .. "_line"), theme.fill[color .. "_line"])
end

return figures
