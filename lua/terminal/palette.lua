-- How things look: colours, and for each two characters that fill a letter of
-- a picture when it is two columns wide. Marks and kinds have a look by their
-- name where there is one, so another game's towns and roads get theirs; any
-- other kind takes a spare one.

local colors = require "terminal.colors"

local palette = {}

-- bg, and `sixteen`, its number where there are no more; fg and the characters
-- drawn on it (`even` and `odd` rows); `plain` is what stands there without
-- colours.
local LOOKS = {
  path     = { bg = 0xDDBF83, sixteen = 3, plain = "░░" },
  court    = { bg = 0x6C9F49, sixteen = 2, fg = 0x5C8C3D, even = " ,", odd = "  ",
               plain = "  " },
  house    = { bg = 0xB4483A, sixteen = 1, fg = 0x94372B, even = "▁▁", odd = "▁▁",
               plain = "^^" },
  tower    = { bg = 0x9BA1AA, sixteen = 7, fg = 0x7C828C, even = "┬┴", odd = "┴┬",
               plain = "▓▓" },
  market   = { bg = 0xC23B6B, sixteen = 5, fg = 0xF6E7D8, even = "▌▌", odd = "▌▌",
               plain = "mm" },
  fountain = { bg = 0x3C8DD0, sixteen = 4, fg = 0xFFFFFF, even = "()", odd = "()",
               plain = "()" },
  square   = { bg = 0xF1E6C8, sixteen = 15, fg = 0xA08C60, even = "░░", odd = "░░",
               plain = "[]" },
  wall     = { bg = 0x57524C, sixteen = 8, fg = 0x4A4640, even = "┬┴", odd = "┴┬",
               plain = "##" },
  track    = { bg = 0x8C857A, sixteen = 7, plain = "  " },
  track2   = { bg = 0x7D766C, sixteen = 7, plain = "  " },
  corner   = { bg = 0x6A645C, sixteen = 8, plain = "::" },
  empty    = { bg = 0x26231F, sixteen = 0, plain = "  " },
  legal    = { bg = 0x3A4A2C, sixteen = 0, plain = "  " },
  outside  = { plain = "  " },
}
LOOKS.road, LOOKS.field, LOOKS.city = LOOKS.path, LOOKS.court, LOOKS.house
LOOKS.cloister, LOOKS.pennant = LOOKS.tower, LOOKS.fountain

local SPARE = { bg = 0x8F6FA8, plain = "::" }

local PLAYERS = {
  white  = { bg = 0xFFFFFF, fg = 0x000000, text = 0xFFFFFF },
  black  = { bg = 0x000000, fg = 0xFFFFFF, text = 0xB0B0B0 },
  red    = { bg = 0xD02020, fg = 0xFFFFFF, text = 0xFF6060 },
  blue   = { bg = 0x2050D0, fg = 0xFFFFFF, text = 0x80A0FF },
  green  = { bg = 0x108040, fg = 0xFFFFFF, text = 0x60D090 },
  yellow = { bg = 0xF0D020, fg = 0x000000, text = 0xF0D020 },
}

palette.FRAME  = 0xFFE04A  -- around the tile in hand and what is chosen
palette.LAST   = 0xF4F0E8  -- around the tile laid last
palette.LEGAL  = 0xB8D48A
palette.STYLES = {
  text    = { fg = 0xD8D4CC },
  faint   = { fg = 0x8C877E },
  strong  = { fg = 0xFFFFFF, bold = true },
  title   = { fg = 0xFFE04A, bold = true },
  warning = { fg = 0xFF8A70, bold = true },
  good    = { fg = 0x8FD070, bold = true },
  key     = { fg = 0xFFE04A },
  chosen  = { fg = 0x000000, bg = 0xFFE04A, bold = true,
              plain_reverse = true },
  box     = { fg = 0xD8D4CC, bg = 0x1C1A17 },
}

for _, look in pairs(LOOKS) do
  if look.sixteen then
    colors.prefer(look.bg, look.sixteen)
  end
end

-- The look of a letter of an alphabet.
function palette.of_letter(alphabet, letter)
  local meaning = alphabet.letters[letter]
  if not meaning then
    return LOOKS.outside
  elseif meaning.separator then
    return LOOKS.square
  end
  return LOOKS[meaning.mark] or LOOKS[meaning.kind] or SPARE
end

-- The look called `name`.
function palette.look(name)
  return LOOKS[name] or SPARE
end

-- How a player's things look; `plain_reverse` is for screens without colours.
function palette.player(name)
  local found = PLAYERS[name] or PLAYERS.red
  return { fg = found.fg, bg = found.bg, bold = true,
           plain_reverse = name ~= "white" or nil }
end

-- A player's name in text.
function palette.player_text(name)
  return { fg = (PLAYERS[name] or PLAYERS.red).text, bold = true }
end

local cache = {}
local BRIGHTER = 8

-- The look in a tint: "even" and "odd" tiles differ a little, so that one
-- sees where they meet; "dim" is what is not meant, "bright" what is.
function palette.tinted(look, tint)
  local by_look = cache[look] or {}
  cache[look] = by_look
  local found = by_look[tint]
  if not found and look.bg then
    local target = tint == "bright" and 0xFFF6A0 or 0x000000
    local part = tint == "odd" and 0.1 or tint == "dim" and 0.45
                 or tint == "bright" and 0.45 or 0
    found = { plain = look.plain, even = look.even, odd = look.odd,
              bg = colors.mix(look.bg, target, part),
              fg = look.fg and colors.mix(look.fg, target, part) }
    if look.sixteen then
      local is_bright = tint == "bright" and look.sixteen < BRIGHTER
      colors.prefer(found.bg, look.sixteen + (is_bright and BRIGHTER or 0))
    end
    by_look[tint] = found
  end
  return found or look
end

return palette
