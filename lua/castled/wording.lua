-- The words that a game has for what its rules say, filled in: the same form
-- as core/game/wording.c, to the letter. scripts/castle/texts.lua says what a
-- text may hold. Texts of chosen variants go first; what is missing in a
-- language is taken from English.

local json = require "castled.json"

local FALLBACK = "en"
local DEPTH_MAX = 16
local DIGITS_MAX = 9

local wording = {}
wording.__index = wording -- `known`: texts as they were read, by themselves

-- The words of a ruleset, from what rulesets.describe says of it.
function wording.new(description, language)
  local sources = {}
  local variants = description.about_variants or description.variants or {}
  for index = #variants, 1, -1 do
    local variant = variants[index]
    if type(variant.texts) == "table" and variant.chosen ~= false then
      sources[#sources + 1] = variant.texts
    end
  end
  sources[#sources + 1] = description.texts or {}
  return setmetatable({ sources = sources, language = language, known = {} },
                      wording)
end

-- The same words, but for what the sections in `texts` have: that goes first.
function wording:with(texts)
  return setmetatable({
    sources = { { [self.language] = texts }, table.unpack(self.sources) },
    language = self.language, known = self.known }, wording)
end

-- Words of a program's own: texts by key, without sections.
function wording.of_texts(texts, language)
  local section = { own = texts }
  return setmetatable({ sources = { { [language] = section } },
                        language = language, known = {} }, wording)
end

local function find_by_language(self, language, section, key)
  for _, texts in ipairs(self.sources) do
    local sections = texts[language]
    local found = sections and sections[section] and sections[section][key]
    if found and found ~= json.null then
      return found
    end
  end
  return nil
end

-- The text, or the list of texts, for a key in a section; nil when there is
-- none.
function wording:find(section, key)
  return find_by_language(self, self.language, section, key)
         or find_by_language(self, FALLBACK, section, key)
end

-- The number that the digits are, or nil.
local function read_number(digits)
  if #digits <= DIGITS_MAX and digits:find("^%d+$") then
    return math.tointeger(tonumber(digits))
  end
  return nil
end

local function is_list(value)
  return type(value) == "table" and value[1] ~= nil
end

-- What is at a path, a list of names, in fields.
local function field_at(fields, path)
  for _, name in ipairs(path) do
    if type(fields) ~= "table" then
      return nil
    elseif is_list(fields) then
      fields = fields[read_number(name) or 0]
    else
      fields = fields[name]
    end
  end
  return fields
end

local function size_of(value)
  if type(value) == "string" then
    return #value
  elseif type(value) ~= "table" then
    return 0
  end
  local count = 0
  for _ in pairs(value) do
    count = count + 1
  end
  return count
end

local function is_something(value)
  if type(value) == "number" then
    return value ~= 0
  elseif type(value) == "boolean" then
    return value
  end
  return size_of(value) > 0
end

local function plain(value)
  if math.type(value) == "integer" or type(value) == "boolean"
     or type(value) == "string" then
    return tostring(value)
  end
  return "null"
end

-- Where one of the characters stands first outside of braces, or nil.
local function find_outside(text, wanted)
  local depth = 0
  for at = 1, #text do
    local letter = text:sub(at, at)
    if depth == 0 and wanted:find(letter, 1, true) then
      return at
    end
    depth = depth + (letter == "{" and 1 or letter == "}" and -1 or 0)
  end
  return nil
end

-- The brace that closes the one at `open`, or nil.
local function find_close(text, open)
  local depth = 0
  for at = open, #text do
    local letter = text:sub(at, at)
    depth = depth + (letter == "{" and 1 or letter == "}" and -1 or 0)
    if depth == 0 then
      return at
    end
  end
  return nil
end

-- What stands between two braces: "path", "#path" or "path%100", and behind it
-- maybe ":section", or "|" or "?" with two texts and a bar between.
local function read_field(inside)
  local mark = find_outside(inside, ":|?") or #inside + 1
  local path, rest = inside:sub(1, mark - 1), inside:sub(mark + 1)
  local field = { sign = inside:sub(mark, mark), rest = rest, path = {},
                  counts = path:sub(1, 1) == "#" }
  path = field.counts and path:sub(2) or path
  local percent = path:find("%", 1, true)
  if percent then
    field.divisor = read_number(path:sub(percent + 1))
    path = path:sub(1, percent - 1)
  end
  for name in (path .. "."):gmatch("([^.]*)%.") do
    field.path[#field.path + 1] = name
  end
  if field.sign == "|" or field.sign == "?" then
    local bar = find_outside(rest, "|") or #rest + 1
    field.first, field.second = rest:sub(1, bar - 1), rest:sub(bar + 1)
  end
  return field
end

-- The pieces of a text in their order: texts, and fields as tables.
local function read_pieces(text)
  local pieces, at = {}, 1
  while true do
    local open = text:find("{", at, true)
    local close = open and find_close(text, open)
    if not close then
      pieces[#pieces + 1] = text:sub(at)
      return pieces
    end
    pieces[#pieces + 1] = text:sub(at, open - 1)
    pieces[#pieces + 1] = read_field(text:sub(open + 1, close - 1))
    at = close + 1
  end
end

-- The same; each text is read once.
local function pieces_of(self, text)
  local pieces = self.known[text]
  if not pieces then
    pieces = read_pieces(text)
    self.known[text] = pieces
  end
  return pieces
end

local fill, value_text

-- A text that was found, filled in; of a list the lines that are not empty.
local function found_text(self, found, fields, depth)
  if depth + 1 > DEPTH_MAX then
    return ""
  elseif type(found) == "string" then
    return fill(self, found, fields, depth + 1)
  end
  local lines = {}
  for _, line in ipairs(type(found) == "table" and found or {}) do
    if type(line) == "string" then
      local filled = fill(self, line, fields, depth + 1)
      if filled ~= "" or #found == 1 then
        lines[#lines + 1] = filled
      end
    end
  end
  return table.concat(lines, "\n")
end

local function list_text(self, list, section, fields, depth)
  local parts = {}
  for index, item in ipairs(list) do
    if index > 1 then
      parts[#parts + 1] = type(item) ~= "table" and ", "
                          or is_list(item) and " " or "; "
    end
    if is_list(item) then
      local numbers = {}
      for position, number in ipairs(item) do
        numbers[position] = value_text(self, number, section, fields, depth)
      end
      parts[#parts + 1] = table.concat(numbers, ",")
    else
      parts[#parts + 1] = value_text(self, item, section, fields, depth)
    end
  end
  return table.concat(parts)
end

local function object_text(self, object, section, fields, depth)
  local label = object.label
  local found = type(label) == "string" and self:find(section, label)
  if found then
    return found_text(self, found, object, depth)
  end
  local parts = {}
  for _, key in ipairs(json.keys(object)) do
    parts[#parts + 1] = self:word(section, key) .. " "
                        .. value_text(self, object[key], section, fields, depth)
  end
  return table.concat(parts, ", ")
end

function value_text(self, value, section, fields, depth)
  depth = depth + 1
  if depth > DEPTH_MAX then
    return ""
  elseif is_list(value) then
    return list_text(self, value, section, fields, depth)
  elseif type(value) == "table" and value ~= json.null then
    return object_text(self, value, section, fields, depth)
  end
  local found = self:find(section, plain(value))
  return found and found_text(self, found, fields, depth) or plain(value)
end

-- What a field says.
local function field_text(self, field, fields, depth)
  local value, sign, number = field_at(fields, field.path), field.sign, nil
  if field.counts then
    number = size_of(value)
  elseif math.type(value) == "integer" then
    number = value
  end
  if number and (field.divisor or 0) > 0 then
    number = number % field.divisor
  end
  if sign == "|" then
    return fill(self, number == 1 and field.first or field.second, fields, depth)
  elseif sign == "?" then
    local is_first = is_something(value)
    if number then
      is_first = number ~= 0
    end
    return fill(self, is_first and field.first or field.second, fields, depth)
  elseif number and sign == "" then
    return tostring(number)
  end
  return value_text(self, value, field.rest, fields, depth)
end

function fill(self, text, fields, depth)
  depth = depth + 1
  if depth > DEPTH_MAX then
    return ""
  elseif not text:find("{", 1, true) then
    return text
  end
  local parts = {}
  for index, piece in ipairs(pieces_of(self, text)) do
    parts[index] = type(piece) == "string" and piece
                   or field_text(self, piece, fields, depth)
  end
  return table.concat(parts)
end

-- A text filled in from the table `fields`.
function wording:fill(text, fields)
  return fill(self, text, fields, 0)
end

-- The text for a key, filled in; nil when there is none.
function wording:text(section, key, fields)
  local found = self:find(section, key)
  return found and found_text(self, found, fields, 0)
end

-- The word for a key, or the key itself.
function wording:word(section, key)
  return self:text(section, key, {}) or tostring(key)
end

-- The members of an object as they are, less one and the event's number.
local function raw_text(self, object, less)
  local parts = {}
  for _, key in ipairs(json.keys(object)) do
    if key ~= less and key ~= "entry" then
      parts[#parts + 1] = key .. " "
                          .. value_text(self, object[key], "", object, 0)
    end
  end
  return table.concat(parts, ", ")
end

-- What an event tells, as a sentence.
function wording:event(event)
  return self:text("events", event.event, event)
         or event.event .. ": " .. raw_text(self, event, "event")
end

-- One term of a score.
function wording:term(term)
  return self:text("terms", term.label, term)
         or term.label .. ": " .. raw_text(self, term, "label")
end

-- What a step asks; `fields` has the player and the view.
function wording:question(step, fields)
  local text = self:text("questions", step, fields)
  if text then
    return text
  end
  local player = fields.player and self:word("seats", fields.player) .. ": "
  return (player or "") .. step .. "?"
end

-- A choice of a step.
function wording:choice(step, choice)
  return self:text("choices", step, choice) or raw_text(self, choice, "")
end

-- Of a text by language, as titles are, the one that fits best.
function wording:title(title)
  if type(title) ~= "table" or title == json.null then
    return type(title) == "string" and title or ""
  end
  local first = json.keys(title)[1]
  return title[self.language] or title[FALLBACK] or title[first] or ""
end

return wording
