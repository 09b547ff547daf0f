-- Nothing that a player can meet is said in English alone: what the daemon, `castled
-- connect` and `castled host` say has its Spanish, or stands here with the reason why
-- no player meets it.

local check    = require "check"
local refusals = require "castled.refusals"

local CORE = (arg[0]:match("^(.*)/[^/]*$") or ".") .. "/../../core/"

-- Where players are refused something.
local FILES = "hall/*.c net/connect*.c net/connection.c store/sqlite.c store/writer.c "
  .. "game/game.c game/game_end.c game/game_record.c game/contribution.c game/secret.c "
  .. "fair/record_file.c base/text.c"

-- How those begin that no player meets, by the reason.
local NOT_MET = {
  -- A frontend asks for nothing that is refused so.
  "%s has no parameter ", "%s is only for ", "%s needs ", "%s takes a count ",
  "the parameter '", "params must be ", "a request ", "batches are not taken",
  "the id of a request ", "there is no method ", "a message has at most ",
  "a message of more than ", "too many lines that are no JSON",
  "(%zu bytes that are no JSON)",
  "castled connect does %s by itself", "there is no entry ", "no game has more than ",
  "seats are held for somebody only by ", "there are %d games already",
  "that is no position", "it is not said what the rules are",
  "that key is somebody else's", "%s has %d seats, and ",
  "nobody contributes to an open seed", "'%.64s' is a path, and a server ",
  "at most %d options can be set", "the option '%.64s' must be ", "a clock gives time ",
  "the record of a game that is not sealed is signed by nobody",

  -- For who runs the daemon: its log, its command line, `castled admin`.
  "only who runs the daemon ", "the game '%.64s' has changed since then",
  "the daemon's key cannot be read ", "too much is unread", "reads too slowly",
  "the store refused ", "cannot start a thread", "'%s' is no store of castled's",
  "cannot use store ", "cannot make store ", "cannot open store ", "cannot lock ",
  "store '%s' is in use ", "store '%s' lies where ", "the lock of store '%s' is gone",

  -- Between the daemon and its bots and page process.
  "that is not the key of ", "you are in a game already", "there are enough bots",
  "too many lines for the page ",

  -- `castled connect` cannot start; or there is next to nothing left to say it with.
  "libwebsockets does not start", ", and are there certificates ",
  "libev finds no way ", "no memory to ",

  -- What others say, and is looked for here.
  "connect SSL", "read failed", "Unable to connect", "PRAGMA ",
}

-- What is put into sentences, and one that has its Spanish by what is put into it.
local PARTS = {}
for _, part in ipairs {
  "the record", "the beginning", "what was said", "what asks or shows", "a folder's name",
  "a file name", "an integer", "the daemon", "castled host", "a value of the store",
  "question %d, choice %d", "seat %d could not %s: %s",
} do
  PARTS[part] = true
end

local FORMAT = "%%[%.%d]*[lz]*[dsu]"
local HEAD = "entry 7, the newest that was signed while the game was played, is in this "
             .. "record"

local function is_not_met(literal)
  for _, beginning in ipairs(NOT_MET) do
    if literal:sub(1, #beginning) == beginning then
      return true
    end
  end
  return PARTS[literal]
end

-- Whether a sentence is known in Spanish: filled in, with a reason behind it, or as
-- what follows another one.
local function is_known(literal)
  local filled = literal:gsub("%%s%%s$", ""):gsub(FORMAT, "7")
  for _, said in ipairs { filled, filled .. ": 7", HEAD .. filled, HEAD .. filled .. "7" } do
    if refusals.text(said, "es") ~= said or refusals.check(said, "es") ~= said then
      return true
    end
  end
  return false
end

-- Calls take(literal) for what stands in quotes in a file in C and may be a sentence.
local function each_literal(path, take)
  local file = assert(io.open(path))
  local source = file:read("a"):gsub("/%*.-%*/", ""):gsub('\\"', "'")
                     :gsub('"%s*\n%s*"', "")
  file:close()
  for literal in source:gmatch('"([^"\n]*)"') do
    if literal:find(" ", 1, true) and #literal:gsub(FORMAT, ""):gsub("%A", "") > 8 then
      take(literal)
    end
  end
end

local count = 0
local files = assert(io.popen("cd " .. CORE .. " && ls " .. FILES))
for path in files:lines() do
  each_literal(CORE .. path, function(literal)
    count = count + 1
    check.that(path .. ": '" .. literal .. "' has its Spanish, or no player meets it",
               is_known(literal) or is_not_met(literal))
  end)
end
files:close()
check.that("there are sentences", count > 200, count)
