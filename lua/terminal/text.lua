-- Text as a terminal shows it: characters of one column each. Words may come
-- from anybody's scripts and records, so what would control the terminal, or
-- take no column or two, is shown as a question mark.

local text = {}

local WIDE = 0x1100 -- from here on characters may take two columns,
local NARROW_FROM, NARROW_TO = 0x2010, 0x2BFF -- but not here

local function is_narrow(code)
  return code >= 0x20 and code < 0x7F or code >= 0xA0 and code < 0x300
         or code >= 0x370 and code < WIDE
         or code >= NARROW_FROM and code <= NARROW_TO
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

-- The columns that a text takes.
function text.columns(string)
  return utf8.len(string) or #string
end

-- The first `columns` columns of a text.
function text.cut(string, columns)
  if text.columns(string) <= columns then
    return string
  end
  local stop = utf8.offset(string, math.max(columns, 1))
  return columns < 1 and "" or string:sub(1, stop - 1) .. "…"
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

-- The text in lines of at most `columns`, wrapped at blanks.
function text.wrap(string, columns)
  local lines = {}
  for paragraph in (string .. "\n"):gmatch("(.-)\n") do
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

return text
