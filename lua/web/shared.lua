-- What all sessions of a page process share: descriptions of rulesets, words in
-- each language, the lists of games. So the daemon is asked once for all.

local json     = require "castled.json"
local lists_of = require "web.lists"
local naming   = require "castled.naming"
local wording  = require "castled.wording"
local words    = require "web.words"

local DESCRIPTIONS_MAX = 24
local DESCRIPTION_SECONDS = 10 -- files may be edited
local OWN_MAX = 100 -- games whose rules are known: most have the same
local ABOUTS_MAX = 500
local ABOUT_SECONDS = 2

local shared = {}
shared.__index = shared

-- `options` has ask(method, params, done), which asks the daemon, now(), a time
-- in seconds, and later(ms, work), which does something once.
function shared.new(options)
  local self = setmetatable({
    options = options, now = options.now, words = {},
    wordings = setmetatable({}, { __mode = "k" }),
    named = setmetatable({}, { __mode = "k" }),
    messages = setmetatable({}, { __mode = "v" }),
    descriptions = {}, own = {}, abouts = {},
    by_text = setmetatable({}, { __mode = "v" }),
  }, shared)
  self.lists = lists_of.new(self)
  return self
end

-- Asks the daemon as this process.
function shared:ask(method, params, done)
  self.options.ask(method, params, done)
end

-- Does something once, later.
function shared:later(ms, work)
  self.options.later(ms, work)
end

-- A second has passed.
function shared:second()
  self.lists:second()
end

-- A notification, read once for all browsers that are told the same.
function shared:decode(text)
  local message = self.messages[text]
  if not message then
    message = assert(json.decode(text))
    self.messages[text] = message
  end
  return message
end

-- Asks for something that is kept for some seconds under a key, and once for
-- all who want it meanwhile. What failed is not kept. With limits.is_same answers
-- that say the same are one table, as long as somebody has it.
local function remember(self, cache, key, limits, method, params, done)
  local entry = cache[key]
  if entry and entry.result and self.now() - entry.at < limits.seconds then
    done(nil, entry.result)
    return
  elseif entry and entry.waiting then
    entry.waiting[#entry.waiting + 1] = done
    return
  end
  local waiting = { done }
  cache[key] = { waiting = waiting }
  self:ask(method, params, function(failure, result)
    local text = limits.is_same and result and json.encode(result)
    if text then
      self.by_text[text] = self.by_text[text] or result
      result = self.by_text[text]
    end
    cache[key] = not failure and { result = result, at = self.now() } or nil
    shared.limit(cache, limits.count)
    for _, each in ipairs(waiting) do
      each(failure, result)
    end
  end)
end

-- Forgets the oldest of what is kept, until there are so many.
function shared.limit(cache, count_max)
  local keys = {}
  for key, entry in pairs(cache) do
    if entry.at then
      keys[#keys + 1] = key
    end
  end
  table.sort(keys, function(a, b) return cache[a].at < cache[b].at end)
  for index = 1, #keys - count_max do
    cache[keys[index]] = nil
  end
end

local function or_nil(value)
  value = json.value(value)
  return value and next(value) and value or nil
end

-- Describes a ruleset: done(failure, description). Drawings are kept by the table
-- that describes their game, so it stays the same as long as it says the same.
function shared:describe(name, variants, options, done)
  local params = { game = name, variants = or_nil(variants),
                   options = or_nil(options) }
  remember(self, self.descriptions, json.encode(params),
           { count = DESCRIPTIONS_MAX, seconds = DESCRIPTION_SECONDS,
             is_same = true },
           "rulesets.describe", params, done)
end

-- Describes the ruleset of a game, from what game.about says of it: as the game
-- itself keeps it, whatever has become of its files, so it is asked for once.
function shared:describe_game(about, done)
  remember(self, self.own, about.game,
           { count = OWN_MAX, seconds = math.huge, is_same = true },
           "game.describe", { game = about.game }, done)
end

-- What a game is, as the daemon said within the last seconds.
function shared:about(game, done)
  remember(self, self.abouts, game,
           { count = ABOUTS_MAX, seconds = ABOUT_SECONDS },
           "game.about", { game = game }, done)
end

-- A game is not what it was: it was loaded again, or deleted.
function shared:forget(game)
  self.abouts[game] = nil
end

-- The page's words in a language.
function shared:words_in(language)
  self.words[language] = self.words[language] or words.new(language)
  return self.words[language]
end

-- A game's words in a language.
function shared:wording(description, language)
  local by_language = self.wordings[description] or {}
  self.wordings[description] = by_language
  by_language[language] = by_language[language]
                          or wording.new(description, language)
  return by_language[language]
end

-- The same with names for some of the seats, by seat's name. It is the same one as
-- long as somebody has it.
function shared:wording_with(description, language, names)
  local plain, key = self:wording(description, language), {}
  for index, seat in ipairs(description.seats or {}) do
    key[index] = names[seat] or ""
  end
  key = table.concat(key, "\n")
  self.named[plain] = self.named[plain] or setmetatable({}, { __mode = "v" })
  local known = self.named[plain]
  known[key] = known[key] or naming.wording(plain, names)
  return known[key]
end

return shared
