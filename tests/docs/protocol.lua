-- "The protocol" in core/README.md: every method and notification is there,
-- with its parameters, and nothing that there is not; the examples hold, run
-- one after the other in one host, those of the daemon in a daemon. CASTLED is
-- the program, as in tests/run.

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
table.move(described.elsewhere, 1, #described.elsewhere,
  #described.methods + 1, described.methods)
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

-- The examples of a text: requests, and for each the lines that follow it.
local function examples_of(part)
  local examples = {}
  for sign, line in part:gmatch("\n    ([<>]) ([^\n]+)") do
    if sign == "<" then
      examples[#examples + 1] = { request = line, expected = {} }
    else
      table.insert(examples[#examples].expected, line)
    end
  end
  return examples
end

-- A line of an example as a pattern; "..." is anything.
local function pattern_of(line)
  local pattern = line:gsub("%.%.%.", "\0"):gsub("%p", "%%%0")
  return "^" .. pattern:gsub("\0", ".-") .. "$"
end

-- Compares the lines that came, a list for each example, with the page.
local function check_example(example, lines)
  for place, line in ipairs(example.expected) do
    local answer = lines and lines[place] or "nothing"
    check(answer:find(pattern_of(line)), "%s: to\n  %s\nit says\n  %s\nnot\n  %s",
      PAGE, example.request, answer:sub(1, 400), line)
  end
end

-- The answers in the lines, each with the notifications behind it.
local function answers_of(lines)
  local answers = {}
  for _, line in ipairs(lines) do
    if line:find('^{"jsonrpc":"2.0","id"') then
      answers[#answers + 1] = {}
    end
    table.insert(answers[#answers], line)
  end
  return answers
end

local of_daemon = page.section(text, "### Of the daemon")

local function check_host()
  local at = text:find(of_daemon, 1, true)
  local examples = examples_of(text:sub(1, at - 1)
                               .. text:sub(at + #of_daemon))
  local requests = {}
  for index, example in ipairs(examples) do
    requests[index] = example.request
  end
  local answers = answers_of(host(requests))
  for index, example in ipairs(examples) do
    check_example(example, answers[index])
  end
end

-- The page has made up what nobody can know before, ids and secrets: takes each
-- from the answer in which the page has it first.
local MADE_UP = { "game", "token", "invitation" }

local function learn(known, line, answer)
  for _, key in ipairs(MADE_UP) do
    local form = '"' .. key .. '":"([^"]*)"'
    local on_page, here = line:match(form), answer:match(form)
    if on_page and on_page ~= "..." and here and not known[on_page] then
      known[on_page] = here
    end
  end
end

local function replace(known, line)
  return (line:gsub('[^"]+', known))
end

-- Asks the daemon; the answer and what it tells behind it, at least `count`
-- lines. What an earlier request still brought is left out.
local function ask(line, request, count)
  local first = #line.lines + 1
  local answers
  line:write(request .. "\n")
  line:wait_until(function()
    answers = {}
    for index = first, #line.lines do
      local is_answer = line.lines[index]:find('^{"jsonrpc":"2.0","id"')
      if is_answer or #answers > 0 then
        answers[#answers + 1] = line.lines[index]
      end
    end
    return #answers >= count
  end, "answer to " .. request)
  return answers
end

local function check_daemon()
  package.path = "tests/net/?.lua;" .. package.path
  local daemon = require "daemon"
  local wire = require "wire"
  local served = daemon.start()
  local line = wire.socket(served.socket)
  local known = {}
  for _, example in ipairs(examples_of(of_daemon)) do
    local answers = ask(line, replace(known, example.request),
                        #example.expected)
    learn(known, example.expected[1], answers[1])
    for place, expected in ipairs(example.expected) do
      example.expected[place] = replace(known, expected)
    end
    check_example(example, answers)
  end
  line:close()
  served:stop()
  daemon.finish()
end

check_host()
check_daemon()

os.execute("rm -r " .. folder)
page.finish()
