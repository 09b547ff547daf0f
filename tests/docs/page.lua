-- What the tests of the documents share: pages in parts, the program, and what
-- it says of itself.

local page = {}

local castled = os.getenv("CASTLED") or "build/release/castled"
if castled:sub(1, 1) ~= "/" then
  local pipe = assert(io.popen("pwd -P"))
  castled = pipe:read("l") .. "/" .. castled
  pipe:close()
end

local failures = 0
local successes = 0

-- Counts a check; says what is wrong if it does not hold.
function page.check(holds, format, ...)
  if holds then
    successes = successes + 1
  else
    failures = failures + 1
    print(format:format(...))
  end
end

-- Prints the counts and ends with status 0 if all checks held.
function page.finish()
  print(("%d passed, %d failed"):format(successes, failures))
  os.exit(failures == 0 and successes > 0)
end

function page.read(path)
  local file = assert(io.open(path))
  local text = file:read("a")
  file:close()
  return text
end

function page.write(path, text)
  local file = assert(io.open(path, "w"))
  assert(file:write(text))
  assert(file:close())
end

function page.quoted(word)
  return "'" .. word:gsub("'", "'\\''") .. "'"
end

-- Runs `castled ARGUMENTS` in the folder; what it prints, both kinds, and its
-- status.
function page.castled(folder, arguments)
  local command = ("cd %s && { %s %s ; } 2>&1 </dev/null"):format(
    page.quoted(folder), page.quoted(castled), arguments)
  local pipe = assert(io.popen(command))
  local output = pipe:read("a")
  local _, _, status = pipe:close()
  return output, status
end

-- The part of the text under the heading, up to the next one of its level or
-- of a higher one.
function page.section(text, heading)
  local level = #heading:match("^#+")
  local part
  for line in (text .. "\n"):gmatch("(.-)\n") do
    local hashes = line:match("^(#+) ")
    if part and hashes and #hashes <= level then
      break
    elseif part then
      part[#part + 1] = line
    elseif line == heading then
      part = {}
    end
  end
  assert(part, "there is no '" .. heading .. "'")
  return table.concat(part, "\n") .. "\n"
end

-- The rows of the tables in a text whose first cell begins with a word in code
-- quotes: a list of lists of cells.
function page.rows(text)
  local rows = {}
  for line in text:gmatch("[^\n]+") do
    if line:find("^| `") then
      local cells = {}
      for cell in line:sub(2):gmatch("%s*(.-)%s*|") do
        cells[#cells + 1] = cell
      end
      rows[#rows + 1] = cells
    end
  end
  return rows
end

-- The words in code quotes in a cell, each up to its parenthesis.
function page.names(cell)
  local names = {}
  for code in cell:gmatch("`([^`]+)`") do
    names[#names + 1] = code:match("^[^%(%s]+")
  end
  return names
end

-- A JSON text as a Lua value; null is nil. The text is the program's own, so
-- it is not checked.
function page.json(text)
  local at = 1
  local ESCAPES = { n = "\n", t = "\t", b = "\b", f = "\f", r = "\r" }
  local function value()
    at = text:find("[^%s,:]", at)
    local first = text:sub(at, at)
    if first == '"' then
      local start = at + 1
      repeat
        at = text:find('["\\]', at + 1)
        local is_escape = text:sub(at, at) == "\\"
        at = is_escape and at + 1 or at
      until not is_escape
      at = at + 1
      return (text:sub(start, at - 2):gsub("\\u(%x%x%x%x)", function(code)
        return utf8.char(tonumber(code, 16))
      end):gsub("\\(.)", function(letter)
        return ESCAPES[letter] or letter
      end))
    elseif first == "[" or first == "{" then
      local result = {}
      at = at + 1
      while not text:find("^[%s,]*[%]}]", at) do
        local key = first == "{" and value() or #result + 1
        result[key] = value()
      end
      at = text:find("[%]}]", at) + 1
      return result
    end
    local word = text:match("^[^%s,%]}]+", at)
    at = at + #word
    return ({ ["true"] = true, ["false"] = false })[word] or tonumber(word)
  end
  return value()
end

return page
