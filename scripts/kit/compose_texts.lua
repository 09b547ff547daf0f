-- The texts that variants bring: whether their game has a place for them, and
-- whether they can be filled in. What they may be at all is variant_check.lua's.

local sentence = require "castled.sentence"

local refuse = sentence.refuse

-- What texts of a section may name, where that is known: of an event its fields
-- besides, of a question what its player may see.
local TERM = { "label", "count", "each", "points" }
local TOLD = { "event", "entry", "score_before", "score_after", "named" }

-- The fields of the event that the engine itself tells (core/game/ending.c).
local GAME_OVER = "scores winner reason"
local SEEN = { "player", "game", "board", "followers", "left", "hand",
               "hand_counts" }

-- What frontends look up in any game.
local SECTIONS = { "events", "terms", "choices", "questions", "status", "sums",
                   "how_to", "paragraphs", "final", "seats", "letters",
                   "values", "piles", "items" }

-- Where in `text` the first of some letters stands from `from` on, or behind it.
local function first_of(text, letters, from)
  local first = #text + 1
  for _, letter in ipairs(letters) do
    first = math.min(first, string.find(text, letter, from) or first)
  end
  return first
end

-- What the braces in a text name: list of { field, section }; nil when one is
-- not closed, or closes none.
local function names_in(text)
  local names, depth, at = {}, 0, 1
  while true do
    local brace = first_of(text, { "{", "}" }, at)
    if brace > #text then
      return depth == 0 and names or nil
    elseif string.sub(text, brace, brace) == "}" then
      depth = depth - 1
    else
      depth = depth + 1
      local stop = first_of(text, { ":", "?", "|", "%", "}", "{" }, brace + 1)
      local count = string.sub(text, brace + 1, brace + 1) == "#" and 1 or 0
      local path = string.sub(text, brace + 1 + count, stop - 1)
      local parts = string.split(path, ".")
      local name = { field = parts[1], within = parts[2] }
      if string.sub(text, stop, stop) == ":" then
        name.section = string.sub(text, stop + 1,
                                  first_of(text, { "}" }, stop) - 1)
      end
      names[#names + 1] = name
    end
    if depth < 0 then
      return nil
    end
    at = brace + 1
  end
end

-- Calls visit(language, section, key, line) with each line of each text.
local function each_line(texts, visit)
  for language, sections in pairs(texts) do
    for section, entries in pairs(sections) do
      for key, text in pairs(entries) do
        for _, line in ipairs(type(text) == "table" and text or { text }) do
          if type(line) == "string" then
            visit(language, section, key, line)
          end
        end
      end
    end
  end
end

local function add_all(set, list)
  for _, name in ipairs(list) do
    set[name] = true
  end
  return set
end

-- The sections that there are: the game's, and those that a text names.
local function known_sections(game, texts)
  local known = {}
  for _, sections in pairs(game.texts) do
    for section in pairs(sections) do
      known[section] = true
    end
  end
  each_line(texts, function(_, _, _, line)
    for _, name in ipairs(names_in(line) or {}) do
      if name.section then
        known[name.section] = true
      end
    end
  end)
  return add_all(known, SECTIONS)
end

-- The sections that have words: the game's, and those that the variant gives.
local function word_sections(game, texts)
  local known = {}
  for _, all in ipairs({ game.texts, texts }) do
    for _, sections in pairs(all) do
      for section in pairs(sections) do
        known[section] = true
      end
    end
  end
  return known
end

-- The fields that a text of the section may name; nil: not known.
local function known_fields(section, key, events)
  if section == "events" and events[key] then
    return add_all(add_all({}, TOLD), string.split(events[key], " "))
  elseif section == "terms" then
    return add_all({}, TERM)
  elseif section == "questions" then
    return add_all({}, SEEN)
  end
  return nil
end

-- Raises when a text is for an event or a step that is not there.
local function check_key(where, section, key, known)
  local list = known[section]
  if list and not list[key] then
    refuse("%s: there is no %s '%s' to have a text%s", where,
           section == "events" and "event" or "step", key,
           sentence.instead(key, sentence.keys(list)))
  end
end

-- What no text can name, though scripts can: it is filled in by whoever shows
-- it, from what players may see.
local UNSEEN = { options = true, rules = true, variants = true }

local function check_line(where, line, fields, words)
  local names = names_in(line)
  if not names then
    refuse("%s: a brace is open or closed too often in %s", where,
           sentence.shown(line))
  end
  for _, name in ipairs(names) do
    if fields and not fields[name.field] then
      refuse("%s: there is no field '%s' to be told%s", where, name.field,
             sentence.instead(name.field, sentence.keys(fields)))
    elseif name.field == "game" and UNSEEN[name.within] then
      refuse("%s: a text cannot name game.%s: what is to be read there must be "
             .. "a field of the choice or the event", where, name.within)
    elseif name.section and not words[name.section] then
      refuse("%s: there is no section '%s' with words for '%s'%s", where,
             name.section, name.field,
             sentence.instead(name.section, sentence.keys(words)))
    end
  end
end

-- Raises what is wrong with the texts of the variants; `events` are all events,
-- `labels` has all steps by name.
return function(game, variants, events, labels)
  local told = { game_over = GAME_OVER }
  for name, fields in pairs(events) do
    told[name] = fields
  end
  local known = { events = told, questions = labels, choices = labels }
  for _, variant in ipairs(variants) do
    local texts = variant.texts or {}
    local sections = known_sections(game, texts)
    local words = word_sections(game, texts)
    for language, given in pairs(texts) do
      for section in pairs(given) do
        if not sections[section] then
          refuse("%s: 'texts': '%s' has no section '%s'%s", variant.path,
                 language, section,
                 sentence.instead(section, sentence.keys(sections)))
        end
      end
    end
    each_line(texts, function(language, section, key, line)
      local where = variant.path .. ": 'texts': " .. language .. "." .. section
                    .. "." .. tostring(key)
      check_key(where, section, key, known)
      check_line(where, line, known_fields(section, key, told), words)
    end)
  end
end
