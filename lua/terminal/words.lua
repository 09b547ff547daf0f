-- The terminal's own words, and those it has in common with the page
-- (castled.words_LANGUAGE), filled in.

local wording = require "castled.wording"

local words = {}
words.__index = words

-- A language's texts, from the files that they are in.
local function texts_of(language)
  local texts = {}
  for _, part in ipairs { "castled.words_", "terminal.words_",
                         "terminal.server_words_" } do
    for key, text in pairs(require(part .. language)) do
      texts[key] = text
    end
  end
  return texts
end

local LANGUAGES = { en = texts_of "en", es = texts_of "es" }

words.LANGUAGES = { "en", "es" }
words.LANGUAGE_NAMES = { en = "English", es = "Español" }

function words.new(language)
  language = LANGUAGES[language] and language or "en"
  return setmetatable({ language = language, texts = LANGUAGES[language],
                        wording = wording.of_texts({}, language) }, words)
end

-- The text for a key, filled in.
function words:say(key, fields)
  return self.wording:fill(self.texts[key], fields or {})
end

-- The lines of a text that has several.
function words:lines(key, fields)
  local lines = {}
  for index, line in ipairs(self.texts[key]) do
    lines[index] = self.wording:fill(line, fields or {})
  end
  return lines
end

-- What a bot is called that sits in a game.
function words:player(kind)
  local key = "player_" .. kind
  return self.texts[key] and self:say(key) or kind
end

-- What there is to choose for a seat: "human", a bot.
function words:kind_of_player(kind)
  return self.texts[kind] and self:say(kind) or kind
end

-- The name of a group of house rules.
function words:group(name)
  return self.texts.groups[name] or (name:gsub("%-", " "))
end

-- Of a text by language, as titles are, the one that fits best.
function words:title(title)
  return self.wording:title(title)
end

return words
