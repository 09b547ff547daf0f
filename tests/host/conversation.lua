-- Conversations that were recorded, held again: conversation.txt has one made
-- for the purpose, terminal.txt the whole of one game in the terminal. Each has
-- what was sent (<) and what came back (>), as `castled host --verbose` shows it.
-- Where an answer ends with "...", the rest may be anything; what was written
-- there depends on more than the games. To record it again, after a change of
-- the protocol or the rules that is meant:
--
--   grep '^< ' tests/host/conversation.txt | cut -c 3- |
--     castled host --verbose 2>new >/dev/null
--
-- and shorten it as it was.

local client = require "client"
local uv     = require "luv"

local CONVERSATIONS = { "conversation", "terminal" }

-- What was sent, and what came back, in order.
local function read(name)
  local sent, got = {}, {}
  for line in io.lines("tests/host/" .. name .. ".txt") do
    local sign, message = line:match("^([<>]) (.*)$")
    local list = assert(sign, line) == "<" and sent or got
    list[#list + 1] = message
  end
  return sent, got
end

-- The same, without times.
local function timeless(line)
  return (line:gsub('(\\?"ts\\?":)%d+', "%10"))
end

local function check_same(lines, got)
  for i, wanted in ipairs(got) do
    local line = timeless(lines[i] or "nothing")
    local start = wanted:match("^(.*)%.%.%.$")
    if start then
      line, wanted = line:sub(1, #start), start
    end
    assert(line == timeless(wanted), ("answer %d is\n%s\nnot\n%s"):format(i,
      line:sub(1, 500), wanted:sub(1, 500)))
  end
  assert(#lines == #got, #lines .. " answers, not " .. #got)
end

local function at_once(name)
  local sent, got = read(name)
  local host = client.start()
  host:write(table.concat(sent, "\n") .. "\n")
  assert(host:close() == 0)
  check_same(host.lines, got)
end

local function one_by_one(name)
  local sent, got = read(name)
  local host = client.start { lazy = true }
  for _, line in ipairs(sent) do
    host:write(line .. "\n")
    uv.run("nowait")
  end
  uv.sleep(200)
  host:read()
  assert(host:close() == 0)
  check_same(host.lines, got)
end

local cases = {}
for _, name in ipairs(CONVERSATIONS) do
  cases[#cases + 1] = { name .. ": sent at once, it has the same answers",
                        function() at_once(name) end }
  cases[#cases + 1] = { name .. ": sent one by one, and read slowly, too",
                        function() one_by_one(name) end }
end
return cases
