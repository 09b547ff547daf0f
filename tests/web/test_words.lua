-- The words of the page: the same in both languages, none missing, none unused.

local check = require "check"

local WEB = check.ROOT .. "/lua/web/"

-- The files of words, and where their keys are used.
local PARTS = { "castled.words_", "web.words_", "web.table_words_", "web.replay_words_" }
local SCRIPT_PARTS = { "web.js_words_", "web.verify_words_" }

local function texts_of(parts, language)
  local texts = {}
  for _, part in ipairs(parts) do
    for key, text in pairs(require(part .. language)) do
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

-- What the daemon says when it refuses something: each sentence that there is a
-- translation for is still said somewhere, and is found with anything filled in.
local refusals = require "castled.refusals"
local CORE = check.ROOT .. "/core/"

local said = {} -- patterns of what is said, with anything for what is filled in
local spoken = sources("$(find " .. CORE .. " -name '*.c') " .. WEB .. "*.lua")
spoken = spoken:gsub('"%s*\n%s*"', ""):gsub('"%s*\n?%s*%.%.%s*\n?%s*"', "")
               :gsub('\\"', '"')
local function add_said(literal, ending)
  local words = literal:gsub("%%s%%s$", "\1"):gsub("%%[%.%d]*[lz]*[dsu]", "\0")
  said[#said + 1] = "^" .. words:gsub("[%^%$%(%)%%%.%[%]%*%+%-%?]", "%%%0")
                    :gsub("%z", ".+"):gsub("\1", ".*") .. ending
end
-- Either way, since there may be a quote too many in a line, as in '"'.
for _, quoted in ipairs { '"([^"\n]*)"', '"([^"\n]* [^"\n]*)"' } do
  for literal in spoken:gmatch(quoted) do
    local letters = literal:gsub("%%[%.%d]*[lz]*[dsu]", ""):gsub("%A", "")
    if #letters > 8 and literal:find(" ", 1, true) then
      add_said(literal, "$") -- more than "%s: %s"
    end
  end
end
local prefixed = sources(CORE .. "script/*.c " .. CORE .. "hall/*.c")
                 :gsub('"%s*\n%s*"', "")
for literal in prefixed:gmatch('error_prefix%([%w_&>.-]+, "([^"\n]*)"') do
  if literal:find("%a%a") then
    add_said(literal, ": .+$")
  end
end

-- What the system says by itself, as a reason.
for _, reason in ipairs {
  "No such file or directory", "Permission denied", "Is a directory", "Not a directory",
  "No space left on device", "Read-only file system", "Connection refused",
  "Connection reset by peer", "Network is unreachable", "No route to host",
  "Input/output error", "Disk quota exceeded", "Too many open files",
} do
  add_said(reason, "$")
end

for _, name in ipairs { "refusals_es", "refusals_here_es" } do
  local language = name:match("..$")
  for sentence, text in pairs(require("castled." .. name)) do
    local filled = sentence:gsub("{(%w+)}", "<%1>")
    local is_said = false
    for _, pattern in ipairs(said) do
      is_said = is_said or filled:find(pattern) ~= nil
    end
    check.that("'" .. sentence .. "' is said", is_said)
    check.equal("in words", refusals.text(filled, language),
                (text:gsub("{(%w+)}", "<%1>")))
  end
end
check.equal("a sentence in a sentence", refusals.text(
  "nothing has changed: cannot write to store '/a': the disk is full", "es"),
  "no ha cambiado nada: el disco del servidor está lleno")
check.equal("what nobody knows", refusals.text("100% new", "es"), "100% new")
check.equal("and in English", refusals.text("seat 1 is taken", "en"), "seat 1 is taken")
