-- The words of the page: the same in both languages, none missing, none unused.

local check = require "check"

local WEB = check.ROOT .. "/lua/web/"

-- The files of words, and where their keys are used.
local PARTS = { "words_", "table_words_", "replay_words_" }
local SCRIPT_PARTS = { "js_words_", "verify_words_" }

local function texts_of(parts, language)
  local texts = {}
  for _, part in ipairs(parts) do
    for key, text in pairs(require("web." .. part .. language)) do
      check.that("'" .. key .. "' is there once", texts[key] == nil)
      texts[key] = text
    end
  end
  return texts
end

-- The names that a text wants to be filled in with, in the order of the alphabet.
local function fields(text)
  local names, list = {}, {}
  for name in text:gmatch("{#?([%a_][%w_]*)") do
    if not names[name] then
      names[name] = true
      list[#list + 1] = name
    end
  end
  table.sort(list)
  return table.concat(list, " ")
end

local function compare(english, spanish)
  for key, text in pairs(english) do
    check.that("'" .. key .. "' in Spanish", spanish[key] ~= nil)
    if type(text) == "string" and spanish[key] then
      check.equal("what '" .. key .. "' is filled in with", fields(spanish[key]),
                  fields(text))
    end
  end
  for key in pairs(spanish) do
    check.that("'" .. key .. "' in English", english[key] ~= nil)
  end
end

local english = texts_of(PARTS, "en")
compare(english, texts_of(PARTS, "es"))
local script = texts_of(SCRIPT_PARTS, "en")
compare(script, texts_of(SCRIPT_PARTS, "es"))

local function sources(pattern)
  local files = assert(io.popen("cat " .. pattern))
  local text = files:read("a")
  files:close()
  return text
end

-- In Lua: what say("key") says must be there, and a key must be somewhere as a
-- text, or begin as a text does that ends in "_", or be made of texts.
local code = {}
local files = assert(io.popen("ls " .. WEB .. "*.lua " .. WEB
                              .. "../castled/*.lua"))
for path in files:lines() do
  if not path:find("words_e[ns]%.lua$") then
    code[#code + 1] = check.contents(path)
    for key in code[#code]:gmatch('words:say%(%s*"([%w_]+)"%s*[,)]') do
      check.that(path .. " says '" .. key .. "'", english[key] ~= nil)
    end
  end
end
files:close()

local function literals(text)
  local whole, beginnings = {}, {}
  for literal in text:gmatch('"([%w_]+)"') do
    whole[literal] = true
    if literal:find("_$") then
      beginnings[#beginnings + 1] = literal
    end
  end
  return whole, beginnings
end

local whole, beginnings = literals(table.concat(code, "\n"))

-- Whether the code may put a key together: of texts, "_" between them.
local function is_made(key)
  if whole[key] then
    return true
  end
  for _, beginning in ipairs(beginnings) do
    if key:sub(1, #beginning) == beginning then
      return true
    end
  end
  for first, rest in key:gmatch("()_()") do
    local before, ending = key:sub(1, first - 1), key:sub(first)
    if whole[before] and (whole[ending] or is_made(key:sub(rest))) then
      return true -- KEY_says is "KEY" and "_says"
    elseif whole[ending] and is_made(before) then
      return true
    end
  end
  return false
end

for key in pairs(english) do
  check.that("'" .. key .. "' is used", is_made(key))
end

-- In the browser's script.
local scripts = sources(WEB .. "static/*.js " .. WEB .. "static/page.html")
for key in scripts:gmatch('[^%w_.]word%(%s*"([%w_]+)"') do
  check.that("the script says '" .. key .. "'", script["js_" .. key] ~= nil)
end
for key in scripts:gmatch('data%-word[%a-]*="([%w_]+)"') do
  check.that("the page says '" .. key .. "'", script["js_" .. key] ~= nil)
end
