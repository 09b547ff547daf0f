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

local NAMES = { ["true"] = true, ["false"] = false, null = json.null }

-- Reading -----------------------------------------------------------------------

local function fail(at, wanted)
  error(("%s is wanted at byte %d"):format(wanted, at), 0)
end

local function skip(text, at)
  return text:find("[^ \t\r\n]", at) or #text + 1
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

local function read_string(text, at)
  local parts = {}
  at = at + 1
  while true do
    local stop = text:find('["\\]', at) or fail(#text, "the end of a string")
    parts[#parts + 1] = text:sub(at, stop - 1)
    if text:byte(stop) == 34 then
      return table.concat(parts), stop + 1
    end
    local escape = text:sub(stop + 1, stop + 1)
    if escape == "u" then
      parts[#parts + 1], stop = unicode(text, stop + 2)
    else
      parts[#parts + 1] = ESCAPES[escape] or fail(stop, "an escape")
      stop = stop + 1
    end
    at = stop + 1
  end
end

local read_value

local function read_list(text, at, depth)
  local list = {}
  at = skip(text, at + 1)
  if text:sub(at, at) == "]" then
    return list, at + 1
  end
  while true do
    list[#list + 1], at = read_value(text, at, depth)
    at = skip(text, at)
    local sign = text:sub(at, at)
    if sign == "]" then
      return list, at + 1
    elseif sign ~= "," then
      fail(at, "',' or ']'")
    end
    at = at + 1
  end
end

local function read_object(text, at, depth)
  local object, keys = {}, {}
  setmetatable(object, { keys = keys })
  at = skip(text, at + 1)
  if text:sub(at, at) == "}" then
    return object, at + 1
  end
  while true do
    at = skip(text, at)
    if text:byte(at) ~= 34 then
      fail(at, "a member's name")
    end
    local key
    key, at = read_string(text, at)
    at = skip(text, at)
    if text:sub(at, at) ~= ":" then
      fail(at, "':'")
    end
    keys[#keys + 1] = key
    object[key], at = read_value(text, at + 1, depth)
    at = skip(text, at)
    local sign = text:sub(at, at)
    if sign == "}" then
      return object, at + 1
    elseif sign ~= "," then
      fail(at, "',' or '}'")
    end
    at = at + 1
  end
end

function read_value(text, at, depth)
  at = skip(text, at)
  local sign = text:sub(at, at)
  if depth > DEPTH_MAX then
    fail(at, "less depth")
  elseif sign == '"' then
    return read_string(text, at)
  elseif sign == "{" then
    return read_object(text, at, depth + 1)
  elseif sign == "[" then
    return read_list(text, at, depth + 1)
  end
  local word = text:match("^%a+", at)
  if word and NAMES[word] ~= nil then
    return NAMES[word], at + #word
  end
  local digits = text:match("^-?%d+%.?%d*[eE]?[+-]?%d*", at)
  local number = tonumber(digits) or fail(at, "a value")
  return math.tointeger(number) or number, at + #digits
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

-- Writing -----------------------------------------------------------------------

local WRITTEN = { ['"'] = '\\"', ["\\"] = "\\\\", ["\n"] = "\\n" }

for byte = 0, 127 do
  local letter = string.char(byte)
  if letter:find("%c") and not WRITTEN[letter] then
    WRITTEN[letter] = ("\\u%04x"):format(byte)
  end
end

local function write_string(text)
  return '"' .. text:gsub('[%c"\\]', WRITTEN) .. '"'
end

local function write(value)
  if value == json.null then
    return "null"
  elseif type(value) == "string" then
    return write_string(value)
  elseif type(value) ~= "table" then
    return tostring(value)
  end
  local parts = {}
  if value[1] ~= nil then
    for index, item in ipairs(value) do
      parts[index] = write(item)
    end
    return "[" .. table.concat(parts, ",") .. "]"
  end
  for index, key in ipairs(json.keys(value)) do
    parts[index] = write_string(key) .. ":" .. write(value[key])
  end
  return "{" .. table.concat(parts, ",") .. "}"
end

-- The value as a text of one line.
function json.encode(value)
  return write(value)
end

-- The value, or nil where it is null.
function json.value(value)
  if value == json.null then
    return nil
  end
  return value
end

return json
