-- What a server says when it refuses something, in the player's language. A server
-- speaks English; the sentences that a player can meet stand in refusals_LANGUAGE,
-- as the server says them: what it fills in is a {name} there, as little as fits.
-- {reason} is such a sentence again, {reasons} are some with commas between. What
-- programs on the player's own machine say stands in refusals_here_LANGUAGE, what a
-- verification says in checks_LANGUAGE, so too.

local refusals = {}

local SERVER = { es = require "castled.refusals_es" }
local TEXTS = {} -- what is said there and here
for language, texts in pairs(SERVER) do
  TEXTS[language] = {}
  for _, part in ipairs { texts, (require("castled.refusals_here_" .. language)) } do
    for sentence, text in pairs(part) do
      TEXTS[language][sentence] = text
    end
  end
end
local CHECKS = { es = require "castled.checks_es" }

-- By the table of texts: a list of sentences, each with its pattern, the names of
-- what was filled in, and the text.
local known = {}

local function compile(sentence, text)
  local names = {}
  local pattern = sentence:gsub("[%^%$%(%)%%%.%[%]%*%+%-%?]", "%%%0")
                          :gsub("{(%w+)}", function(name)
    names[#names + 1] = name
    return "(.-)"
  end)
  return { pattern = "^" .. pattern .. "$", names = names, text = text }
end

local function sentences_of(texts)
  if not known[texts] then
    local list = {}
    for sentence, text in pairs(texts) do
      list[#list + 1] = compile(sentence, text)
    end
    table.sort(list, function(a, b) -- what has the fewest names comes first
      if #a.names ~= #b.names then
        return #a.names < #b.names
      end
      return a.pattern < b.pattern
    end)
    known[texts] = list
  end
  return known[texts]
end

local translated

-- Sentences with commas between, each by the table of texts.
local function all_translated(sentences, texts)
  local list = {}
  for sentence in (sentences .. ", "):gmatch("(.-), ") do
    list[#list + 1] = translated(sentence, texts)
  end
  return table.concat(list, ", ")
end

-- A sentence by a table of texts; as it is, when it is not there, or texts is nil.
function translated(sentence, texts)
  for _, one in ipairs(texts and sentences_of(texts) or {}) do
    local found = { sentence:match(one.pattern) }
    if found[1] then
      local values = {}
      for index, name in ipairs(one.names) do
        values[name] = name == "reason" and translated(found[index], texts)
                       or name == "reasons" and all_translated(found[index], texts)
                       or found[index]
      end
      return (one.text:gsub("{(%w+)}", values))
    end
  end
  return sentence
end

-- What a server says: the texts by sentence in a language, for who translates
-- elsewhere; nil if there are none.
function refusals.texts(language)
  return SERVER[language]
end

-- What is refused, in a language; as it is, when it is not known there.
function refusals.text(sentence, language)
  return translated(sentence, TEXTS[language])
end

-- What a program of castled's has said in lines that begin with its name, in a language.
function refusals.lines(text, language)
  return (text:gsub("(castled %a+: )([^\n]+)", function(name, sentence)
    return name .. refusals.text(sentence, language)
  end))
end

-- What a check of game.verify says, or all of it, in a language; as it is, when it is not known.
function refusals.check(sentence, language)
  return translated(sentence, CHECKS[language])
end

return refusals
