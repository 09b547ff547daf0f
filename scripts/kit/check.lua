-- What the constructors of this folder share: they refuse a table that is not
-- what its kind of thing must be, with a sentence that names the field.

local sentence = require "castled.sentence"

local check = {}

-- Whether the value is of one of the kinds in `wanted`, as in "table|string!".
local function fits(value, wanted)
  for _, kind in ipairs(string.split(string.split(wanted, "!")[1], "|")) do
    if type(value) == kind or math.type(value) == kind then
      return true
    end
  end
  return false
end

-- "a table or function", "an integer".
local function in_words(wanted)
  local kinds = string.split(string.split(wanted, "!")[1], "|")
  return (kinds[1] == "integer" and "an " or "a ") .. table.concat(kinds, " or ")
end

-- The example as a part of a sentence.
local function as_in(example)
  return example and ", as in " .. example or ""
end

-- What is wrong with the table `value`, in a sentence that calls it `what`; nil
-- when each of its fields is declared in `fields` and of the type it has
-- there, and each field marked "!" is there. A type may be several, as in
-- "table|function"; "integer" is one. `examples` may have how a field is written,
-- by its name.
function check.problem(what, value, fields, examples)
  examples = examples or {}
  if type(value) ~= "table" then
    return what .. " must be a table, not a " .. type(value)
  end
  for name, given in pairs(value) do
    local wanted = fields[name]
    if not wanted then
      return what .. " has no field '" .. tostring(name) .. "'"
             .. sentence.instead(name, sentence.keys(fields))
    end
    if not fits(given, wanted) then
      return what .. ": '" .. name .. "' must be " .. in_words(wanted)
             .. as_in(examples[name])
             .. ", not " .. in_words(math.type(given) or type(given))
    end
  end
  for name, wanted in pairs(fields) do
    if string.find(wanted, "!") and value[name] == nil then
      return what .. " needs the field '" .. name .. "', " .. in_words(wanted)
             .. as_in(examples[name])
    end
  end
  return nil
end

local WORD_SIZE_MAX = 31

-- What is wrong with a name that scripts, players and programs share, or nil.
-- It has at most `size` letters, or WORD_SIZE_MAX.
function check.word_problem(what, name, size)
  size = size or WORD_SIZE_MAX
  if type(name) ~= "string" or name == "" or #name > size then
    return what .. " must have a name of 1 to " .. size .. " letters"
  end
  for index = 1, #name do
    local letter = string.sub(name, index, index)
    if not string.find("abcdefghijklmnopqrstuvwxyz0123456789_", letter) then
      return what .. " cannot be called '" .. name .. "': a name has a-z, 0-9 "
             .. "and _ only"
    end
  end
  return nil
end

-- What is wrong with a list, whose entries must be of a type, or nil.
function check.list_problem(what, list, kind)
  for key, value in pairs(list) do
    if math.type(key) ~= "integer" then
      return what .. " must be a list, without names such as '"
             .. tostring(key) .. "'"
    elseif type(value) ~= kind then
      return what .. ": entry " .. key .. " must be a " .. kind .. ", not a "
             .. type(value)
    end
  end
  return nil
end

-- What is wrong with a text by language, or nil. One language will do: whoever
-- shows it takes the other where one is missing.
function check.text_problem(what, value)
  local problem = check.problem(what, value, { en = "string", es = "string" })
  for language, text in pairs(problem and {} or value) do
    if string.find(text, " ") == 1 or text == "" then
      return what .. ": the text in '" .. language .. "' is empty, or begins "
             .. "with a blank"
    end
  end
  if not problem and not value.en and not value.es then
    problem = what .. " needs a text in 'en' (English) or 'es' (Spanish)"
  end
  return problem
end

-- Raises the problem, if there is one, at the place of whoever called the
-- function that calls this one.
function check.no_problem(problem)
  if problem then
    error(problem, 3)
  end
end

return check
