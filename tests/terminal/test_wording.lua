-- Texts are filled in as core/game/wording.c does it: by the cases of its own
-- test, and by all that is told in whole games, in both languages.

local check   = require "check"
local json    = require "castled.json"
local story   = require "castled.story"
local wording = require "castled.wording"

-- A string of C as it is meant; several that stand one after the other.
local function c_string(source)
  local parts = {}
  for part in source:gmatch('"((.-[^\\]))"') do
    parts[#parts + 1] = part
  end
  return (table.concat(parts):gsub('\\"', '"'))
end

local source = check.contents(check.ROOT .. "/tests/core/game/test_wording.c")
  :gsub('""', '" "'):gsub('" "', '"\1"')

-- Empty strings have been marked, so that the pattern above sees them.
local function strings_of(piece)
  local list = {}
  for string in piece:gmatch('"(.-[^\\])"') do
    list[#list + 1] = (string:gsub("\1", ""):gsub('\\"', '"'))
  end
  return list
end

local described = source:match("DESCRIPTION%[%] =(.-);\n")
local words = wording.new(json.decode((c_string(described):gsub("\1", ""))),
                          "en")

local count = 0
local cases = source:match("FILLINGS%[%] = {\n(.-)\n};")
for case in cases:gmatch("{(\"[^\n]*[^}]-)},\n") do
  -- A string that goes on in the next line is one.
  local joined = case:gsub('([^,])"\n%s*"', "%1")
  local strings = strings_of(joined)
  if #strings == 3 then
    count = count + 1
    check.equal(strings[1] .. " with " .. strings[2],
                words:fill(strings[1], json.decode(strings[2])), strings[3])
  end
end
check.that("the cases of test_wording.c are found", count > 35, count)

check.equal("the texts of a variant chosen later go first",
            words:choice("place", { x = 3 }), "second 3")
check.equal("what has no text is told by its members",
            words:event { event = "new", entry = 3, b = 2, a = { 1, 2 } },
            "new: a 1, 2, b 2")
check.equal("a title falls back to English",
            wording.new({}, "es"):title { en = "E", fr = "F" }, "E")

-- All sentences of a game, as `castled play` writes them to a pipe.
local function game_told(seed, language, options)
  local events = os.tmpname()
  local output = check.output(("%s play --seed %s --language %s --width 1000 "
    .. "--events %s %s </dev/null 2>&1"):format(check.CASTLED, seed, language,
                                                events, options))
  local list = {}
  for line in io.lines(events) do
    list[#list + 1] = json.decode(line)
  end
  os.remove(events)
  return output, list
end

local function compare(seed, language, options)
  local output, events = game_told(seed, language, options)
  local game_words = wording.new(check.description(), language)
  local told = story.new()
  local at, missing = 1, nil
  for _, event in ipairs(events) do
    told:add(event)
    local sentence = game_words:event(event)
    local _, stop = output:find("\n" .. sentence .. "\n", at, true)
    missing = missing or not stop and sentence
    at = stop or at
  end
  local name = ("seed %s, %s%s"):format(seed, language, options)
  check.that(name .. ": as the prompt tells it", not missing, missing)
  check.that(name .. ": something is told", #events > 200, #events)
end

for seed = 1, 4 do
  compare(seed, "en", "")
  compare(seed, "es", "")
end
compare(5, "en", "--variant end-of-move-pickup --option first_player=white")
