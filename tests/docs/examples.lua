-- What the READMEs tell to write and to run, written and run: variants and
-- games are played, scenarios hold, other Lua compiles, commands end well.
--
-- A block of Lua is a variant by its `return variant {`; a file by a comment
-- in its first line, as in "-- pig/turn.lua: ..."; and else a piece. A block
-- marked `scenario` is the file mine.scenario. Commands are the indented lines
-- that begin with "./castled". All files of all pages lie in one folder.

package.path = "tests/docs/?.lua;" .. package.path
local page = require "page"

local PAGES = {
  "README.md", "variants/README.md", "scripts/README.md", "scripts/REFERENCE.md",
  "lua/README.md", "core/README.md", "tests/README.md",
}

-- Commands of the launcher and not of the program, and what runs until it is
-- ended.
local NOT_RUN = { test = true, bench = true, serve = true }

local GAMES_MAX = 20

local pipe = assert(io.popen("mktemp -d"))
local folder = pipe:read("l")
pipe:close()

local files = {}   -- path -> text
local written = {} -- variants and games, in order

-- A file of an example; two examples may be one file only if they are equal.
local function keep_file(path, name, text)
  page.check(not files[name] or files[name] == text,
             "%s: there are two examples called %s", path, name)
  files[name] = text
  local inside = name:match("^(.*)/")
  if inside then
    os.execute("mkdir -p " .. page.quoted(folder .. "/" .. inside))
  end
  page.write(folder .. "/" .. name, text)
end

local function keep_lua(path, block)
  local name = block:match("^%-%- ([%w_/-]+%.lua):")
  local variant = block:match('return variant {\n%s*name%s*= "([%w-]+)"')
  if name then
    keep_file(path, name, block)
    if name:find("/game%.lua$") then
      written[#written + 1] = { path = path, game = name:match("^(.*)/") }
    end
  elseif variant then
    keep_file(path, variant .. ".lua", block)
    written[#written + 1] = {
      path = path, variant = variant,
      game = block:match('game = "([%w_-]+)"'),
    }
  else
    local piece = load(block) or load("return " .. block)
                  or load("return {\n" .. block .. "\n}")
    page.check(piece, "%s: this does not compile:\n%s", path, block)
  end
end

-- The commands of a page, each in one line.
local function commands_of(text)
  local commands = {}
  text = text:gsub("\n```.-\n```", ""):gsub("\\\n%s*", "")
  for line in text:gmatch("\n    (%./castled[^\n]*)") do
    commands[#commands + 1] = line:gsub("%s+#.*", ""):gsub("</dev/null", "")
  end
  return commands
end

local function run_command(path, command)
  local word = command:match("^%./castled ([%w-]+)")
  -- What goes to a daemon, tests/net runs.
  if not word or NOT_RUN[word] or command:find("http://", 1, true) then
    return
  end
  local arguments = command:gsub("^%./castled ", "")
    :gsub("%-%-games %d+", "--games " .. GAMES_MAX)
  local output, status = page.castled(folder, arguments)
  page.check(status == 0, "%s: %s\nends with %s:\n%s", path, command,
             tostring(status), output)
end

local commands = {}
for _, path in ipairs(PAGES) do
  local text = "\n" .. page.read(path)
  for kind, block in text:gmatch("\n```(%a+)\n(.-\n)```") do
    if kind == "lua" then
      keep_lua(path, block)
    elseif kind == "scenario" then
      local before = files["mine.scenario"]
      local scenarios = before and before .. "\n" .. block or block
      files["mine.scenario"] = nil -- it grows from page to page
      keep_file(path, "mine.scenario", scenarios)
    end
  end
  for _, command in ipairs(commands_of(text)) do
    commands[#commands + 1] = { path = path, command = command }
  end
end

for _, example in ipairs(written) do
  local game = example.game
  local command = "./castled sim --games " .. GAMES_MAX .. " --game "
    .. (files[game .. "/game.lua"] and "./" or "") .. game
  if example.variant then
    command = command .. " --variant ./" .. example.variant .. ".lua"
  end
  run_command(example.path, command)
end
for _, each in ipairs(commands) do
  run_command(each.path, each.command)
end
os.execute("rm -rf " .. page.quoted(folder))
page.finish()
