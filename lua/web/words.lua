-- The page's own words, filled in. The texts are in castled.words_LANGUAGE (what
-- the terminal says, too), words_LANGUAGE (all but the table),
-- table_words_LANGUAGE (the table), js_words_LANGUAGE and verify_words_LANGUAGE
-- (what the browser's script says: sent to it, and filled in there).

local refusals = require "castled.refusals"
local wording  = require "castled.wording"

local FALLBACK = "en"

local words = {}
words.__index = words

words.LANGUAGES = { "en", "es" }
words.LANGUAGE_NAMES = { en = "English", es = "Español" }

local TEXTS, JS_TEXTS = {}, {}
for _, language in ipairs(words.LANGUAGES) do
  local texts = {}
  for _, part in ipairs { "castled.words_", "web.words_", "web.table_words_",
                         "web.replay_words_" } do
    for key, text in pairs(require(part .. language)) do
      texts[key] = text
    end
  end
  TEXTS[language] = texts
  JS_TEXTS[language] = {}
  for _, part in ipairs { "web.js_words_", "web.verify_words_" } do
    for key, text in pairs(require(part .. language)) do
      JS_TEXTS[language][key] = text
    end
  end
end

-- The language of a browser: what its player chose, or the first that its wishes
-- name and there are texts for. `wishes` is a list as navigator.languages has
-- it; nil and anything else will do.
function words.choose(chosen, wishes)
  if TEXTS[chosen] then
    return chosen
  end
  for _, wish in ipairs(type(wishes) == "table" and wishes or {}) do
    local language = type(wish) == "string" and wish:lower():match("^%a+")
    if TEXTS[language] then
      return language
    end
  end
  return FALLBACK
end

-- The wishes in an Accept-Language header, in its order.
function words.wishes(header)
  local list = {}
  for wish in tostring(header):gmatch("[%a-]+[^,]*") do
    list[#list + 1] = wish:match("^[%a-]+")
  end
  return list
end

function words.new(language)
  return setmetatable({ language = language, texts = TEXTS[language],
                        wording = wording.of_texts({}, language) }, words)
end

-- The text for a key, filled in.
function words:say(key, fields)
  return self.wording:fill(self.texts[key] or error("no text '" .. key .. "'"),
                           fields or {})
end

-- Whether there is a text for a key.
function words:has(key)
  return self.texts[key] ~= nil
end

-- What a player is called: "human", a bot.
function words:player(kind)
  return self:has("player_" .. kind) and self:say("player_" .. kind) or kind
end

-- The name of a group of house rules.
function words:group(name)
  local key = "group_" .. name:gsub("%-", "_")
  return self:has(key) and self:say(key) or (name:gsub("%-", " "))
end

-- Of a text by language, as titles are, the one that fits best.
function words:title(title)
  return self.wording:title(title)
end

-- A failure with its sentence in this language, as far as that is known; nil for
-- none.
function words:failure(failure)
  return failure and { code = failure.code,
                       message = refusals.text(failure.message, self.language) }
end

-- The texts for the browser's script, as they are.
function words:of_script()
  return JS_TEXTS[self.language]
end

-- What the browser's script is told of the daemon's sentences: the texts by
-- sentence, as castled.refusals has them.
function words:refusals()
  return refusals.texts(self.language) or {}
end

return words
