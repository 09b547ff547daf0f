-- Counting what holds. A test file calls check.that, check.equal and the like;
-- what does not hold is printed with its name.

local check = {}

local passed, failed = 0, 0
local file = ""

check.ROOT = (arg[0]:match("^(.*)/[^/]*$") or ".") .. "/../.."
check.CASTLED = os.getenv("CASTLED") or check.ROOT .. "/build/release/castled"

function check.file(name)
  file = name
end

function check.that(name, holds, happened)
  if holds then
    passed = passed + 1
  else
    failed = failed + 1
    print(("%s: %s%s"):format(file, name,
                              happened and ": " .. tostring(happened) or ""))
  end
end

-- A value in words: tables member by member.
local function written(value)
  if type(value) ~= "table" then
    return tostring(value)
  end
  local keys, parts = {}, {}
  for key in pairs(value) do
    keys[#keys + 1] = key
  end
  table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
  for index, key in ipairs(keys) do
    parts[index] = tostring(key) .. "=" .. written(value[key])
  end
  return "{" .. table.concat(parts, " ") .. "}"
end

function check.equal(name, happened, expected)
  local is, should = written(happened), written(expected)
  check.that(name, is == should, is .. ", not " .. should)
end

-- What a program writes to stdout.
function check.output(command)
  local pipe = assert(io.popen(command))
  local output = pipe:read("a")
  pipe:close()
  return output
end

function check.contents(path)
  local handle = assert(io.open(path))
  local contents = handle:read("a")
  handle:close()
  return contents
end

-- What rulesets.describe says of The Castle, from the host itself.
function check.description()
  if not check.described then
    local json = require "castled.json"
    local request = '{"jsonrpc":"2.0","id":1,"method":"rulesets.describe",'
                    .. '"params":{"game":"castle"}}'
    local answer = check.output("echo '" .. request .. "' | " .. check.CASTLED
                                .. " host")
    check.described = assert(json.decode(answer)).result
  end
  return check.described
end

-- Runs the files test_*.lua of a folder whose names have one of the words in them,
-- all without a word, and ends the program.
function check.run(folder, words)
  local files = assert(io.popen("ls " .. folder .. "/test_*.lua"))
  for path in files:lines() do
    local name = path:match("test_([^/]*)%.lua$")
    local is_wanted = #words == 0
    for _, word in ipairs(words) do
      is_wanted = is_wanted or name:find(word, 1, true)
    end
    if is_wanted then
      check.file(name)
      local is_whole, problem = xpcall(dofile, debug.traceback, path)
      check.that("runs to its end", is_whole, problem)
    end
  end
  files:close()
  os.exit(check.report())
end

function check.report()
  print(passed .. " passed, " .. failed .. " failed")
  return failed == 0 and passed > 0
end

return check
