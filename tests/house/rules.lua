-- Rule numbers. scripts/<game>/RULES.md defines them ("- CS-41 ..."). Each one
-- that is not marked "(no code)" is cited in code and proved by a scenario;
-- nothing cites or proves a number that no list defines; a range of numbers
-- stands in no file but documents, since it would hide what it does not name.

local tree = dofile "tests/house/tree.lua"
local root = arg[1] or "."

local NUMBER = "%u%u%-%d%d+"
local NO_CODE = "(no code)"

local rules = {}     -- number -> { path, line, no_code, cited, proved }
local prefixes = {}  -- "CS" -> game
local games = {}

-- Reads one rule list. A rule's text goes on in lines that are indented.
local function read_list(path, game)
  local rule
  for number, line in tree.lines(tree.read(root, path)) do
    local name = line:match("^%- (" .. NUMBER .. ")%f[^%d]")
    if name then
      if rules[name] then
        tree.complain(path, number, "%s is defined twice", name)
      end
      local prefix = name:match("^%u+")
      if prefixes[prefix] and prefixes[prefix] ~= game then
        tree.complain(path, number, "%s- is %s's", prefix, prefixes[prefix])
      end
      prefixes[prefix] = game
      rule = { path = path, line = number, game = game, no_code = false }
      rules[name] = rule
    elseif not line:find("^%s+%S") then
      rule = nil
    end
    if rule and line:find(NO_CODE, 1, true) then
      rule.no_code = true
    end
  end
end

for _, path in ipairs(tree.files(root, "scripts", "RULES.md")) do
  local game = path:match("^scripts/([^/]+)/RULES%.md$")
  if game then
    games[#games + 1] = game
    read_list(path, game)
  end
end
if #games == 0 then
  tree.complain("scripts/", nil, "no rule list: scripts/<game>/RULES.md")
end

-- The rule called `name`; complains of a number that no list defines. nil
-- where the letters are no rule list's.
local function rule_of(path, number, name)
  if rules[name] then
    return rules[name]
  end
  if prefixes[name:match("^%u+")] then
    tree.complain(path, number, "%s is in no rule list", name)
  end
end

-- "CS-40 to CS-43", "CS-40..43", "CS-40-CS-43", "CS-40 bis 43"...
local RANGES = {
  "()(" .. NUMBER .. ")%s+to%s+[%u%-]*%d%d",
  "()(" .. NUMBER .. ")%s*%.%.+%s*[%u%-]*%d%d",
  "()(" .. NUMBER .. ")%s*%-+%s*[%u%-]*%d%d",
  "()(" .. NUMBER .. ")%s*\u{2013}%s*[%u%-]*%d%d",
}

local function check_ranges(path, number, line)
  for _, pattern in ipairs(RANGES) do
    for _, name in line:gmatch(pattern) do
      if prefixes[name:match("^%u+")] then
        tree.complain(path, number, "a range from %s on: name each number",
          name)
      end
    end
  end
end

local function numbers_in(line)
  return line:gmatch("%f[%w](" .. NUMBER .. ")%f[^%w]")
end

-- Marks the rules that a code file cites. `game` is nil for all of them.
local function read_code(path, game)
  for number, line in tree.lines(tree.read(root, path)) do
    check_ranges(path, number, line)
    for name in numbers_in(line) do
      local rule = rule_of(path, number, name)
      if rule and (game == nil or rule.game == game) then
        rule.cited = true
      end
    end
  end
end

-- Marks the rules that a scenario file proves. Where there is no `game`, as in
-- other tests, numbers only have to exist.
local function read_scenario(path, game)
  for number, line in tree.lines(tree.read(root, path)) do
    check_ranges(path, number, line)
    for name in numbers_in(line) do
      rule_of(path, number, name)
    end
    for word in (line:match("^%s*proves:(.*)") or ""):gmatch("[^%s,]+") do
      local rule = rules[word]
      if not rule or rule.game ~= game then
        tree.complain(path, number, "proves '%s', which is no rule of %s",
          word, game or "a game")
      else
        rule.proved = true
      end
    end
  end
end

local function read_document(path)
  for number, line in tree.lines(tree.read(root, path)) do
    for name in numbers_in(line) do
      rule_of(path, number, name)
    end
  end
end

local function game_in(path)
  return path:match("^scripts/([^/]+)/") or path:match("^variants/([^/]+)/")
    or path:match("^tests/rules/([^/]+)/")
end

for _, folder in ipairs { "scripts", "variants", "tests", "core", "lua" } do
  for _, path in ipairs(tree.files(root, folder, "*.lua", "*.c", "*.h")) do
    if path:find("^core/") then
      read_code(path, nil)
    elseif path:find("^scripts/") or path:find("^variants/") then
      read_code(path, game_in(path))
    elseif not path:find("^tests/house/") then
      read_document(path)
    end
  end
  for _, path in ipairs(tree.files(root, folder, "*.scenario")) do
    read_scenario(path, game_in(path))
  end
  for _, path in ipairs(tree.files(root, folder, "*.md")) do
    read_document(path)
  end
end

local names = {}
for name in pairs(rules) do
  names[#names + 1] = name
end
table.sort(names)
for _, name in ipairs(names) do
  local rule = rules[name]
  if not rule.no_code then
    if not rule.cited then
      tree.complain(rule.path, rule.line, "%s is cited nowhere in code", name)
    end
    if not rule.proved then
      tree.complain(rule.path, rule.line, "%s is proved by no scenario", name)
    end
  end
end

tree.finish(#names .. " rules of " .. table.concat(games, ", "))
