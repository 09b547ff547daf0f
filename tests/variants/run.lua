-- Each file beside this one is a variant that is refused, with the sentence at
-- its top, or one that runs:
--
--   -- refused: SENTENCE, which may go on
--   --   in lines like this one
--   -- runs
--   -- with: VARIANT        also chosen
--   -- option: NAME=VALUE
--
-- CASTLED is the program, as in tests/run.

local FOLDER = "tests/variants/"
local castled = os.getenv("CASTLED") or "build/release/castled"

local function read(path)
  local file = assert(io.open(path))
  local text = file:read("a")
  file:close()
  return text
end

-- The command's output, both kinds, and its exit status.
local function run(command)
  local pipe = assert(io.popen(command .. " 2>&1 </dev/null"))
  local output = pipe:read("a")
  local _, _, status = pipe:close()
  return output, status
end

local function quoted(word)
  return "'" .. word:gsub("'", "'\\''") .. "'"
end

-- What is wrong with the case, or nil.
local function problem_of(path)
  local text = read(path)
  local sentence = text:gsub("\n%-%-   ", " "):match("^%-%- refused: ([^\n]+)\n")
  if not sentence and not text:find("^%-%- runs\n") then
    return "the first line says neither what is refused nor that it runs"
  end
  local command = quoted(castled) .. " sim --game castle --games 2 --seed 1"
                  .. " --players random,random --variant " .. path
  local with = text:match("\n%-%- with: (%S+)\n")
  if with then
    command = command .. " --variant " .. with
  end
  local option = text:match("\n%-%- option: (%S+)\n")
  if option then
    command = command .. " --option " .. option
  end
  local output, status = run(command)
  if not sentence then
    return status ~= 0 and ("ends with " .. status .. ":\n" .. output) or nil
  elseif status ~= 2 then
    return "ends with " .. status .. ", not with 2:\n" .. output
  end
  -- The sentence stands at the end of a line, with nothing but the program's
  -- name, the game and the step in front.
  local before = ("\n" .. output):match("\n([^\n]*)"
                   .. sentence:gsub("%p", "%%%0") .. "\n")
  if not before or not before:find("^castled[%w_ :()'/]*$") then
    return "says:\n" .. output
  end
  return nil
end

local count, failed = 0, 0
local files = assert(io.popen("ls " .. FOLDER .. "*.lua"))
for path in files:lines() do
  if path ~= FOLDER .. "run.lua" then
    local problem = problem_of(path)
    count = count + 1
    if problem then
      failed = failed + 1
      print(path .. ": " .. problem)
    end
  end
end
files:close()
assert(count > 0, "no cases in " .. FOLDER)
print(count - failed .. " passed, " .. failed .. " failed")
os.exit(failed == 0)
