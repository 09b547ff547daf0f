-- What a variant must be, by itself: whether it fits its game is compose.lua's.

local check    = require "castled.check"
local sentence = require "castled.sentence"

local FIELDS = {
  name = "string!", title = "table!", summary = "table!", needs = "table!",
  group = "string", numbers = "table", texts = "table", events = "table",
  options = "table", set = "table", rules = "table", steps = "table",
  tiles = "table", plan = "table|string", path = "string",
}

local EXAMPLES = {
  name    = 'name = "long-paths"',
  title   = 'title = { en = "Long paths" }',
  summary = 'summary = { en = "Long paths bring 3 points more." }',
  needs   = 'needs = { api = 1, game = "castle" }',
  numbers = 'numbers = { "CS-54" }',
  texts   = 'texts = { en = { terms = { toll = "toll" } } }',
  events  = 'events = { toll_paid = "player points" }',
  options = 'options = { toll = { type = "integer", min = 1, max = 9, '
            .. 'default = 2, title = { en = "Toll" } } }',
  set     = 'set = { first_player = "white" }',
  rules   = 'rules = { wall_tile_9_points = function() return 10 end }',
  steps   = "steps = { before = { place_tile = step.ask { ... } } }",
  tiles   = 'tiles = { { name = "z1", picture = "..." } }',
}

local NAME_SIZE_MAX = 60

-- The file's name without folders and ending.
local function file_name(path)
  local parts = string.split(path, "/")
  return string.split(parts[#parts], ".lua")[1]
end

-- Texts are by language, section and key (scripts/castle/texts.lua); each is a
-- string, or a list of lines.
local function texts_problem(texts)
  for language, sections in pairs(texts) do
    if language ~= "en" and language ~= "es" then
      return "'texts' has no language '" .. tostring(language)
             .. "'; there is 'en' and 'es'"
    elseif type(sections) ~= "table" then
      return "'texts': '" .. tostring(language) .. "' must be a table of "
             .. "sections, as in en = { terms = { toll = \"toll\" } }"
    end
    for section, entries in pairs(sections) do
      if type(entries) ~= "table" then
        return "'texts': section '" .. tostring(section) .. "' must be a table, "
               .. "as in terms = { toll = \"toll\" }"
      end
      for key, text in pairs(entries) do
        if type(text) ~= "string" and type(text) ~= "table" then
          return "'texts': '" .. tostring(key) .. "' must be a string, not a "
                 .. type(text)
        end
      end
    end
  end
  return nil
end

local function events_problem(events)
  for name, fields in pairs(events) do
    local problem = check.word_problem("an event", name)
    if problem then
      return problem
    elseif type(fields) ~= "string" then
      return "'events' must have a string of field names for each event, as in "
             .. "{ toll_paid = \"player points\" }"
    end
  end
  return nil
end

local function steps_problem(steps)
  local problem = check.problem("'steps'", steps, { replace = "table",
                                before = "table", after = "table" })
  for way, named in pairs(problem and {} or steps) do
    for name, new in pairs(named) do
      if type(name) ~= "string" or type(new) ~= "table" or not new.kind then
        return "'steps': " .. way .. " '" .. tostring(name) .. "' must be a "
               .. "step made by step.automatic, step.ask or step.chance"
      end
      problem = check.word_problem("a step", new.name)
      if problem then
        return problem
      end
    end
  end
  return problem
end

local function name_problem(variant)
  local wanted = file_name(variant.path)
  if variant.name ~= wanted then
    return "the variant is called '" .. variant.name .. "', its file '" .. wanted
           .. ".lua': give both one name"
  elseif #wanted > NAME_SIZE_MAX then
    return "the name '" .. wanted .. "' is over " .. NAME_SIZE_MAX
           .. " characters"
  end
  return nil
end

local function problem_of(variant)
  return check.problem("the variant", variant, FIELDS, EXAMPLES)
         or name_problem(variant)
         or check.text_problem("'title'", variant.title)
         or check.text_problem("'summary'", variant.summary)
         or check.problem("'needs'", variant.needs,
                          { api = "integer!", game = "string!" },
                          { api = "api = 1", game = 'game = "castle"' })
         or check.list_problem("'numbers'", variant.numbers or {}, "string")
         or check.list_problem("'tiles'", variant.tiles or {}, "table")
         or texts_problem(variant.texts or {})
         or events_problem(variant.events or {})
         or steps_problem(variant.steps or {})
end

-- Raises, with the variant's file, what is wrong with it.
return function(variant)
  local problem = problem_of(variant)
  if problem then
    sentence.refuse("%s: %s", variant.path, problem)
  end
end
