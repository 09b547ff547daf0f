-- How a ruleset that does not fit together is refused: in one sentence, which
-- names what is wrong and what is possible.

local sentence = {}

local NAME_SIZE_MAX = 40  -- longer names are not compared with others
local NEAR_MAX = 3        -- names that are offered instead of an unknown one
local LIST_SIZE_MAX = 80  -- lists up to this size are told whole

-- Ends the loading. What is wrong is in no line of this folder, so no place is
-- put in front.
function sentence.refuse(format, ...)
  error(string.format(format, ...), 0)
end

-- A value as it stands in a script: texts in quotation marks.
function sentence.shown(value)
  if type(value) == "string" then
    return "'" .. value .. "'"
  elseif type(value) == "table" or type(value) == "function" then
    return "a " .. type(value)
  elseif type(value) == "userdata" then
    return "a " .. tostring(value)  -- a feature, a segment or placements
  end
  return tostring(value)
end

-- Names in quotation marks, as in "'a', 'b' or 'c'".
function sentence.list(names, joint)
  local text = ""
  for index, name in ipairs(names) do
    local before = index == 1 and "" or index < #names and ", "
                   or " " .. joint .. " "
    text = text .. before .. "'" .. tostring(name) .. "'"
  end
  return text
end

-- The keys of a table, in order.
function sentence.keys(named)
  local names = {}
  for name in pairs(named) do
    names[#names + 1] = tostring(name)
  end
  return names
end

-- How many letters must be put in, left out or changed to get from `a` to `b`.
local function distance(a, b)
  local row = {}
  for column = 0, #b do
    row[column] = column
  end
  for line = 1, #a do
    local corner = row[0]
    row[0] = line
    for column = 1, #b do
      local same = string.byte(a, line) == string.byte(b, column)
      local change = corner + (same and 0 or 1)
      corner = row[column]
      row[column] = math.min(change, corner + 1, row[column - 1] + 1)
    end
  end
  return row[#b]
end

-- Those of `known` that look like `name`, the likest first.
local function near(name, known)
  local list = {}
  for _, other in ipairs(#name <= NAME_SIZE_MAX and known or {}) do
    local away = distance(name, other)
    if math.abs(#other - #name) <= #name
       and (string.find(other, name) or string.find(name, other)) then
      away = math.min(away, 1)
    end
    if away < #name and away <= math.max(1, #name // 3) then
      list[#list + 1] = { name = other, away = away }
    end
  end
  table.sort(list, function(a, b) return a.away < b.away end)
  local names = {}
  for index = 1, math.min(#list, NEAR_MAX) do
    if list[index].away <= list[1].away + 1 then
      names[index] = list[index].name
    end
  end
  return names
end

-- What to add to a sentence that ends with the unknown `name`: all that is
-- known where that is little, else what looks like it.
function sentence.instead(name, known)
  local names = near(tostring(name), known)
  if #names > 0 then
    return "; did you mean " .. sentence.list(names, "or") .. "?"
  end
  local all = sentence.list(known, "and")
  if #known > 0 and #all <= LIST_SIZE_MAX then
    return "; there is " .. all
  end
  return ""
end

return sentence
