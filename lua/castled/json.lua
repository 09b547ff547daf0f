-- JSON as frontends see it: whole numbers are integers, null is json.null, and
-- an object remembers the order of its members (json.keys), since texts tell
-- them in that order. lua-cjson knows neither. An empty table is written as an
-- object, so leave empty lists out.

local json = { null = setmetatable({}, { __tostring = function()
  return "null"
end }) }

local DEPTH_MAX = 64

local ESCAPES = { b = "\b", f = "\f", n = "\n", r = "\r", t = "\t",
                  ['"'] = '"', ["\\"] = "\\", ["/"] = "/" }

local byte, find, gsub, sub = string.byte, string.find, string.gsub, string.sub

local SPACE, QUOTE, COMMA, COLON = (" \",:"):byte(1, -1)
local LIST, LIST_END, OBJECT, OBJECT_END = ("[]{}"):byte(1, -1)
-- What may stand behind the first digits of a number and belong to it.
local ENDS_NO_NUMBER = {}
for _, code in ipairs { (".eE+-"):byte(1, -1) } do
  ENDS_NO_NUMBER[code] = true
end

local NAMES = { ["true"] = true, ["false"] = false, null = json.null }

local function fail(at, wanted)
  error(("%s is wanted at byte %d"):format(wanted, at), 0)
end

-- Where what is no blank stands next. Mostly it is there already.
local function skip(text, at)
  if (byte(text, at) or 0) > SPACE then
    return at
  end
  return find(text, "[^ \t\r\n]", at) or #text + 1
end

-- The character of \uXXXX at `at`, and where it ends; two surrogates are one.
local function unicode(text, at)
  local code = tonumber(text:match("^%x%x%x%x", at) or fail(at, "\\uXXXX"), 16)
  local stop = at + 3
  if code >= 0xD800 and code < 0xDC00 then
    local low = text:match("^\\u([dD][c-fC-F]%x%x)", stop + 1)
    if low then
      code = 0x10000 + (code - 0xD800) * 0x400 + tonumber(low, 16) - 0xDC00
      stop = stop + 6
    end
  end
  return utf8.char(code), stop
end

-- A string with escapes in it.
local function read_escapes(text, at)
  local parts = {}
  while true do
    local stop = find(text, '["\\]', at) or fail(#text, "the end of a string")
    parts[#parts + 1] = sub(text, at, stop - 1)
    if byte(text, stop) == QUOTE then
      return table.concat(parts), stop + 1
    end
    local escape = sub(text, stop + 1, stop + 1)
    if escape == "u" then
      parts[#parts + 1], stop = unicode(text, stop + 2)
    else
      parts[#parts + 1] = ESCAPES[escape] or fail(stop, "an escape")
      stop = stop + 1
    end
    at = stop + 1
  end
end

local function read_string(text, at)
  local stop = find(text, '["\\]', at + 1)
  if stop and byte(text, stop) == QUOTE then
    return sub(text, at + 1, stop - 1), stop + 1
  end
  return read_escapes(text, at + 1)
end

local read_value

local function read_list(text, at, depth)
  local list, count = {}, 0
  at = skip(text, at + 1)
  if byte(text, at) == LIST_END then
    return list, at + 1
  end
  while true do
    count = count + 1
    list[count], at = read_value(text, at, depth)
    at = skip(text, at)
    local sign = byte(text, at)
    if sign == LIST_END then
      return list, at + 1
    elseif sign ~= COMMA then
      fail(at, "',' or ']'")
    end
    at = at + 1
  end
end

local function read_object(text, at, depth)
  local object, keys, count = {}, {}, 0
  setmetatable(object, { keys = keys })
  at = skip(text, at + 1)
  if byte(text, at) == OBJECT_END then
    return object, at + 1
  end
  while true do
    at = skip(text, at)
    if byte(text, at) ~= QUOTE then
      fail(at, "a member's name")
    end
    local key
    key, at = read_string(text, at)
    at = skip(text, at)
    if byte(text, at) ~= COLON then
      fail(at, "':'")
    end
    count = count + 1
    keys[count] = key
    object[key], at = read_value(text, at + 1, depth)
    at = skip(text, at)
    local sign = byte(text, at)
    if sign == OBJECT_END then
      return object, at + 1
    elseif sign ~= COMMA then
      fail(at, "',' or '}'")
    end
    at = at + 1
  end
end

-- What is none of those that come often: a name, a number that is not whole.
local function read_other(text, at)
  local word = text:match("^%a+", at)
  if word and NAMES[word] ~= nil then
    return NAMES[word], at + #word
  end
  local digits = text:match("^-?%d+%.?%d*[eE]?[+-]?%d*", at)
  local number = tonumber(digits) or fail(at, "a value")
  return math.tointeger(number) or number, at + #digits
end

function read_value(text, at, depth)
  at = skip(text, at)
  local sign = byte(text, at)
  if depth > DEPTH_MAX then
    fail(at, "less depth")
  elseif sign == QUOTE then
    return read_string(text, at)
  elseif sign == OBJECT then
    return read_object(text, at, depth + 1)
  elseif sign == LIST then
    return read_list(text, at, depth + 1)
  end
  local _, stop = find(text, "^-?%d+", at)
  if stop and not ENDS_NO_NUMBER[byte(text, stop + 1)] then
    return tonumber(sub(text, at, stop)), stop + 1
  end
  return read_other(text, at)
end

-- The value of a text; nil and a reason when it is not JSON.
function json.decode(text)
  local is_well, value, at = pcall(read_value, text, 1, 0)
  if not is_well then
    return nil, value
  elseif skip(text, at) <= #text then
    return nil, "something stands behind the value"
  end
  return value
end

-- The names of an object's members: in their order when it was read, else
-- sorted.
function json.keys(object)
  local meta = getmetatable(object)
  if meta and meta.keys then
    return meta.keys
  end
  local keys = {}
  for key in pairs(object) do
    keys[#keys + 1] = key
  end
  table.sort(keys)
  return keys
end

local WRITTEN = { ['"'] = '\\"', ["\\"] = "\\\\", ["\n"] = "\\n" }

for code = 0, 127 do
  local letter = string.char(code)
  if letter:find("%c") and not WRITTEN[letter] then
    WRITTEN[letter] = ("\\u%04x"):format(code)
  end
end

local ESCAPED = '[%c"\\]'

local add

local function add_list(parts, list)
  for index, item in ipairs(list) do
    parts[#parts + 1] = index == 1 and "[" or ","
    add(parts, item)
  end
  parts[#parts + 1] = "]"
end

local function add_object(parts, object)
  local sign = '{"'
  for _, key in ipairs(json.keys(object)) do
    local count = #parts
    parts[count + 1] = sign
    parts[count + 2] = gsub(key, ESCAPED, WRITTEN)
    parts[count + 3] = '":'
    add(parts, object[key])
    sign = ',"'
  end
  parts[#parts + 1] = sign == '{"' and "{}" or "}"
end

-- Adds the text of a value, in parts.
function add(parts, value)
  local kind, count = type(value), #parts
  if kind == "string" then
    parts[count + 1] = '"'
    parts[count + 2] = gsub(value, ESCAPED, WRITTEN)
    parts[count + 3] = '"'
  elseif kind ~= "table" or value == json.null then
    parts[count + 1] = tostring(value)
  elseif value[1] ~= nil then
    add_list(parts, value)
  else
    local meta = getmetatable(value)
    if meta and meta.text then
      parts[count + 1] = meta.text
    else
      add_object(parts, value)
    end
  end
end

-- The value as a text of one line.
function json.encode(value)
  local parts = {}
  add(parts, value)
  return table.concat(parts)
end

-- The same object with its text beside it: for one that is written often, and never
-- changed any more.
function json.kept(object)
  return setmetatable(object, { text = json.encode(object) })
end

-- The value, or nil where it is null.
function json.value(value)
  if value == json.null then
    return nil
  end
  return value
end

return json
