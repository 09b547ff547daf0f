-- JSON as frontends see it: whole numbers are integers, null is json.null.
-- An empty table is written as an object, so leave empty lists out.

local cjson = require "cjson"

local json = { null = cjson.null }

-- lua-cjson reads all numbers as floats.
local function with_integers(value)
  if type(value) == "number" then
    return math.tointeger(value) or value
  elseif type(value) == "table" then
    for key, item in pairs(value) do
      local changed = with_integers(item)
      if changed ~= item or math.type(changed) ~= math.type(item) then
        value[key] = changed
      end
    end
  end
  return value
end

-- The value of a text; nil and a reason when it is not JSON.
function json.decode(text)
  local is_well, value = pcall(cjson.decode, text)
  if not is_well then
    return nil, value
  end
  return with_integers(value)
end

function json.encode(value)
  return cjson.encode(value)
end

-- The value, or nil where it is null.
function json.value(value)
  if value == json.null then
    return nil
  end
  return value
end

return json
