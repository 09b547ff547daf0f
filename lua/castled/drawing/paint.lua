-- The colours of a drawing, by name, for light and for dark. What is drawn has
-- them twice: as a presentation attribute, for programs that know no more, and
-- as a class, by which a page's stylesheet (paint.css) changes them without any
-- style in the markup: `class="f-roof" fill="#d4583c"`.

local paint = {}

-- name = { light, dark }
local COLORS = {
  table      = { "#f4ecdb", "#1a1d21" }, -- around the wall
  text       = { "#33291a", "#ece4d3" },
  faint      = { "#8d7d62", "#8f8a7f" },
  ground     = { "#dccba8", "#2b2e33" }, -- empty spaces
  grid       = { "#c2ad83", "#41464d" },
  court      = { "#9dbf7a", "#4c6844" },
  tuft       = { "#7ba35b", "#64845a" },
  bush       = { "#5f8a48", "#33502f" },
  bush_light = { "#7fa860", "#4f7245" },
  path       = { "#f0e0b8", "#c4ad82" },
  path_edge  = { "#a58753", "#5a4930" },
  path_dot   = { "#c5a970", "#8a7450" },
  square     = { "#fbf1d6", "#ddca9f" },
  roof_light = { "#d9603f", "#c0533a" },
  roof_dark  = { "#b1402a", "#923725" },
  roof_line  = { "#8a2f1e", "#6d2618" },
  roof_base  = { "#7a2d1e", "#4f1d14" },
  house_edge = { "#4d1a10", "#22100b" },
  stone      = { "#b4bac4", "#838a95" },
  stone_light = { "#e3e7ec", "#b9c0ca" },
  stone_dark = { "#868d99", "#5b626d" },
  stone_edge = { "#424852", "#20242a" },
  wall       = { "#c3b89f", "#53575e" },
  wall_light = { "#ddd4be", "#686d75" },
  wall_edge  = { "#6f6450", "#24272c" },
  track      = { "#f3ead5", "#3d4147" },
  track_other = { "#e4d7bb", "#34383e" },
  tower      = { "#d3c8b0", "#62676f" },
  number     = { "#4a3e29", "#e9e1cf" },
  water      = { "#3d8fc6", "#4293c9" },
  cloth      = { "#faf5e8", "#f0e8d5" },
  awning     = { "#2b62a8", "#34669f" },
  wood       = { "#6f4a2a", "#3f2c1b" },
  back       = { "#7b5b3a", "#7b5b3a" }, -- of a wall tile, face down
  back_line  = { "#e6d3ae", "#e6d3ae" },
  city       = { "#c69a63", "#8d6b43" },
  city_edge  = { "#6d4a24", "#2f2011" },
  neutral_1  = { "#b9a7c9", "#6d5c7f" }, -- kinds that nobody knows
  neutral_2  = { "#c9b48f", "#7f6d4c" },
  neutral_3  = { "#9fc1c4", "#4f7377" },
  neutral_4  = { "#cfa3a3", "#7d5252" },
  neutral_edge = { "#4c4458", "#1f1b26" },
  accent     = { "#1558c0", "#7db8ff" },
  glow       = { "#ffb000", "#ffc640" },
  halo       = { "#fffdf5", "#101215" },
  -- Players. Each with what stands out against it.
  white      = { "#fbf7ec", "#fbf7ec" }, white_line  = { "#1d1d1f", "#0b0c0e" },
  black      = { "#25272d", "#1e2025" }, black_line  = { "#fdf8ea", "#fdf8ea" },
  red        = { "#cf2f36", "#cf2f36" }, red_line    = { "#fff4ec", "#fff4ec" },
  blue       = { "#2458b8", "#3468c8" }, blue_line   = { "#f2f6ff", "#f2f6ff" },
  green      = { "#1f7a43", "#2a8a50" }, green_line  = { "#f0fff4", "#f0fff4" },
  yellow     = { "#f2c62c", "#f2c62c" }, yellow_line = { "#3a2c00", "#201800" },
}

local SEATS = { "white", "black", "red", "blue", "green", "yellow" }

local function attributes(property, prefix, index)
  return setmetatable({}, { __index = function(self, name)
    local colors = assert(COLORS[name], name)
    local text = ('class="%s-%s"'):format(prefix, name)
    if index then
      text = ('%s %s="%s"'):format(text, property, colors[index])
    end
    self[name] = text
    return text
  end })
end

-- The attributes of a theme: `fill.roof`, `stroke.roof`, and `both(fill, stroke)`;
-- without an index only the classes, and `is_short`: what cannot be seen, and is
-- only there to be found, is left out.
local function new_theme(index)
  local theme = { fill = attributes("fill", "f", index),
                  stroke = attributes("stroke", "s", index), known = {},
                  is_short = index == nil }
  function theme.both(fill, stroke)
    local key = fill .. " " .. stroke
    local text = theme.known[key]
    if not text then
      text = ('class="f-%s s-%s"'):format(fill, stroke)
      if index then
        text = ('%s fill="%s" stroke="%s"')
          :format(text, COLORS[fill][index], COLORS[stroke][index])
      end
      theme.known[key] = text
    end
    return text
  end
  return theme
end

local themes = { light = new_theme(1), dark = new_theme(2), page = new_theme() }

-- The theme of that name; light when there is none.
function paint.theme(name)
  return themes[name] or themes.light
end

-- The colour of a seat: by its name if that is one, else by its number.
function paint.seat(name, number)
  return name and COLORS[name .. "_line"] and name
         or SEATS[((number or 1) - 1) % #SEATS + 1]
end

-- The stylesheet of a page: light or dark by what the reader likes, or by
-- data-theme="dark" (or "light") on any element around the drawing.
function paint.css()
  local names, colors, rules = {}, {}, {}
  for name in pairs(COLORS) do
    names[#names + 1] = name
  end
  table.sort(names)
  for index, name in ipairs(names) do
    local variable = "--" .. name:gsub("_", "-")
    colors[index] = ("  %s: light-dark(%s, %s);\n")
      :format(variable, COLORS[name][1], COLORS[name][2])
    rules[index] = (".f-%s { fill: var(%s) }\n.s-%s { stroke: var(%s) }\n")
      :format(name, variable, name, variable)
  end
  return ":root {\n  color-scheme: light dark;\n" .. table.concat(colors) .. "}\n"
         .. "[data-theme=light] { color-scheme: light }\n"
         .. "[data-theme=dark] { color-scheme: dark }\n" .. table.concat(rules)
end

return paint
