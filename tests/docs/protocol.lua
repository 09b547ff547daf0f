-- "The protocol" in core/README.md: every method and notification is there,
-- with its parameters, and nothing that there is not; the examples hold, run
-- one after the other in one host. CASTLED is the program, as in tests/run.

package.path = "tests/docs/?.lua;" .. package.path

local page = require "page"

local PAGE = "core/README.md"
local check = page.check
local text = page.section(page.read(PAGE), "## The protocol")

local folder = os.tmpname()
os.remove(folder)
assert(os.execute("mkdir " .. folder))

-- What the host answers to the lines, a list of lines.
local function host(requests)
  page.write(folder .. "/requests", table.concat(requests, "\n") .. "\n")
  local output, status = page.castled(folder, "host <requests")
  check(status == 0, "castled host ends with %d:\n%s", status, output)
  local lines = {}
  for line in output:gmatch("[^\n]+") do
    lines[#lines + 1] = line
  end
  return lines
end

-- Methods -------------------------------------------------------------------

local described = page.json(host {
  '{"jsonrpc":"2.0","id":1,"method":"protocol.describe"}',
}[1]).result

local documented = {}
for name in text:gmatch("\n#### `([^`]+)`\n") do
  check(not documented[name], "%s: %s is there twice", PAGE, name)
  documented[name] = page.section(text, "#### `" .. name .. "`")
end

local function check_params(method)
  local known = {}
  for _, row in ipairs(page.rows(documented[method.name])) do
    local name = page.names(row[1])[1]
    known[name] = row[2]
  end
  for _, param in ipairs(method.params) do
    local kind = param.type .. (param.optional and ", optional" or "")
    check(known[param.name] == kind, "%s: %s: the parameter `%s` is %s, not %s",
      PAGE, method.name, param.name, kind, known[param.name] or "there")
    known[param.name] = nil
  end
  for name in pairs(known) do
    check(false, "%s: %s has no parameter `%s`", PAGE, method.name, name)
  end
end

local methods = {}
for _, method in ipairs(described.methods) do
  methods[method.name] = true
  check(documented[method.name], "%s: %s is missing", PAGE, method.name)
  if documented[method.name] then
    check_params(method)
    check(documented[method.name]:find("\nResult: ", 1, true),
      "%s: %s has no result", PAGE, method.name)
    check(documented[method.name]:find('"method":"' .. method.name .. '"', 1, true),
      "%s: %s has no example", PAGE, method.name)
  end
end
for name in pairs(documented) do
  check(methods[name], "%s: there is no method %s", PAGE, name)
end

-- Notifications -------------------------------------------------------------

local notifications = {}
for _, name in ipairs(described.notifications) do
  notifications[name] = true
end
for _, row in ipairs(page.rows(page.section(text, "### Notifications"))) do
  local name = page.names(row[1])[1]
  check(notifications[name], "%s: there is no notification %s", PAGE, name)
  notifications[name] = nil
end
for name in pairs(notifications) do
  check(false, "%s: the notification %s is missing", PAGE, name)
end

-- Examples ------------------------------------------------------------------

-- A line of an example as a pattern; "..." is anything.
local function pattern_of(line)
  local pattern = line:gsub("%.%.%.", "\0"):gsub("%p", "%%%0")
  return "^" .. pattern:gsub("\0", ".-") .. "$"
end

local requests, expected = {}, {}
for sign, line in text:gmatch("\n    ([<>]) ([^\n]+)") do
  if sign == "<" then
    requests[#requests + 1] = line
    expected[#requests] = {}
  else
    table.insert(expected[#requests], line)
  end
end

-- The answers, each with the notifications behind it.
local answers = {}
for _, line in ipairs(host(requests)) do
  if line:find('^{"jsonrpc":"2.0","id"') then
    answers[#answers + 1] = {}
  end
  table.insert(answers[#answers], line)
end

for index, request in ipairs(requests) do
  for place, line in ipairs(expected[index]) do
    local answer = answers[index] and answers[index][place] or "nothing"
    check(answer:find(pattern_of(line)), "%s: to\n  %s\nit says\n  %s\nnot\n  %s",
      PAGE, request, answer:sub(1, 400), line)
  end
end

os.execute("rm -r " .. folder)
page.finish()
