-- Text as a terminal shows it: characters of one column each. Words may come
-- from anybody's scripts and records, so what would control the terminal, or
-- take no column or two, is shown as a question mark.

local text = {}

-- Characters that take one column, from left to right, in every terminal: from
-- and to, in their order. What combines with others, takes no column or two,
-- reads from right to left or turns the direction is not among them.
local NARROW = {
  { 0x20, 0x7E }, { 0xA0, 0xAC }, { 0xAE, 0x2FF }, -- but the soft hyphen
  { 0x370, 0x482 }, { 0x48A, 0x58A },              -- Greek, Cyrillic, Armenian
  { 0x10A0, 0x10FF }, { 0x1E00, 0x1FFE },          -- Georgian; more Latin, Greek
  { 0x2010, 0x2027 }, { 0x2030, 0x205E },          -- punctuation
  { 0x2070, 0x209C }, { 0x20A0, 0x20C0 },          -- small digits, currencies
  { 0x2100, 0x2319 }, { 0x2460, 0x25FC },          -- arrows, signs; lines, shapes
  { 0x2654, 0x266F }, { 0x2713, 0x2718 },          -- chessmen, cards; ticks
  { 0x27C0, 0x2AFF },                              -- more signs, Braille
}

local function is_narrow(code)
  for _, range in ipairs(NARROW) do
    if code <= range[2] then
      return code >= range[1]
    end
  end
  return false
end

-- The characters of a text, a list of strings.
function text.characters(string)
  local list = {}
  if not utf8.len(string) then
    string = string:gsub("[\x80-\xFF]", "?")
  end
  for _, code in utf8.codes(string) do
    list[#list + 1] = is_narrow(code) and utf8.char(code) or "?"
  end
  return list
end

-- A text with all its characters as a terminal shows them.
local function shown(string)
  return table.concat(text.characters(string))
end

-- The columns that a text takes.
function text.columns(string)
  return utf8.len(string) or #string
end

-- The first `columns` columns of a text, as it is shown.
function text.cut(string, columns)
  local letters = text.characters(string)
  if #letters <= columns then
    return table.concat(letters)
  end
  return columns < 1 and ""
         or table.concat(letters, "", 1, columns - 1) .. "…"
end

-- The text with blanks behind it up to `columns`.
function text.pad(string, columns)
  return string .. (" "):rep(columns - text.columns(string))
end

local function add_words(lines, paragraph, columns)
  local line
  for word in paragraph:gmatch("%S+") do
    while text.columns(word) > columns do -- longer than any line
      if line then
        lines[#lines + 1] = line
        line = nil
      end
      local stop = utf8.offset(word, columns + 1)
      lines[#lines + 1] = word:sub(1, stop - 1)
      word = word:sub(stop)
    end
    if not line then
      line = word
    elseif text.columns(line) + 1 + text.columns(word) <= columns then
      line = line .. " " .. word
    else
      lines[#lines + 1] = line
      line = word
    end
  end
  lines[#lines + 1] = line or ""
end

-- The text in lines of at most `columns`, wrapped at blanks, as it is shown.
function text.wrap(string, columns)
  local lines = {}
  for raw in (string .. "\n"):gmatch("(.-)\n") do
    local paragraph = shown(raw)
    if text.columns(paragraph) <= columns then
      lines[#lines + 1] = paragraph -- blanks in it stay
    else
      add_words(lines, paragraph, columns)
    end
  end
  return lines
end

local DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

-- Bytes in base64.
function text.base64(bytes)
  local parts = {}
  for at = 1, #bytes, 3 do
    local a, b, c = bytes:byte(at, at + 2)
    local bits = a << 16 | (b or 0) << 8 | (c or 0)
    for index = 0, 3 do
      local digit = bits >> (18 - 6 * index) & 63
      parts[#parts + 1] = (index == 2 and not b or index == 3 and not c) and "="
                          or DIGITS:sub(digit + 1, digit + 1)
    end
  end
  return table.concat(parts)
end

-- Whether it is a character, and controls no terminal.
function text.is_written(letter)
  local code = utf8.len(letter) and utf8.codepoint(letter)
  return code ~= nil and code ~= false and code >= 0x20 and (code < 0x7F or code > 0x9F)
end

return text
