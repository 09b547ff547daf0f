-- Every function that a header of core/ offers has a comment above it, alone
-- or together with those right below it. And no comment is a banner: a file that
-- needs headings is two files.

local tree = dofile "tests/house/tree.lua"
local root = arg[1] or "."

-- Whether a statement, up to its first brace, declares a function.
local function is_function(head)
  return head:find("[%w_]%s*%(")
    and not head:find("^%s*typedef%f[%W]")
    and not head:find("^%s*_Static_assert")
    and not head:find("=")
    and not head:find("^[^(]*%(%s*%*") -- a variable that points to one
end

-- Blanks out preprocessor lines.
local function without_directives(code)
  return (("\n" .. code):gsub("\\\n", " \1"):gsub("\n[ \t]*#[^\n]*",
    function(directive)
      return "\n" .. ("\n"):rep(select(2, directive:gsub("\1", "")))
    end):gsub("\1", "\n"):sub(2))
end

-- The statements outside of all braces: { first, last, head }, the lines and
-- the text up to the first brace.
local function statements_of(code)
  local list, depth, current, first = {}, 0, "", nil
  for number, line in tree.lines(code) do
    for character in line:gmatch(".") do
      if depth == 0 and character:find("%S") then
        first = first or number
      end
      if character == "{" then
        depth = depth + 1
      elseif character == "}" then
        depth = depth - 1
      end
      current = current .. character
      local head = current:match("^[^{]*")
      if depth == 0 and (character == ";"
          or (character == "}" and is_function(head))) then
        list[#list + 1] = { first = first, last = number, head = head }
        current, first = "", nil
      end
    end
    current = current .. " "
  end
  return list
end

local function has_comment(lines, code_lines, number)
  local above = lines[number - 1] or ""
  return (above:find("%*/%s*$") or above:find("^%s*//"))
    and not code_lines[number - 1]:find("%S")
end

local function lines_of(text)
  local list = {}
  for number, line in tree.lines(text) do
    list[number] = line
  end
  return list
end

local count = 0
local files = tree.files(root, "core", "*.h")
for _, path in ipairs(files) do
  local text = tree.read(root, path)
  local code = tree.c_code(text)
  local lines, code_lines = lines_of(text), lines_of(code)
  local explained = {} -- the last lines of functions that have a comment
  for _, statement in ipairs(statements_of(without_directives(code))) do
    if is_function(statement.head) then
      count = count + 1
      if explained[statement.first - 1]
          or has_comment(lines, code_lines, statement.first) then
        explained[statement.last] = true
      else
        tree.complain(path, statement.first, "'%s' has no comment above it",
          statement.head:match("([%w_]+)%s*%("))
      end
    end
  end
end

local MARKS = { "^%s*/%*", "^%s*//", "^%s*%-%- ", "^%s*# " }
local RULES = { ("%-"):rep(8), ("="):rep(8), ("%*"):rep(8), ("#"):rep(8) }

local function is_banner(line)
  for _, mark in ipairs(MARKS) do
    for _, rule in ipairs(RULES) do
      if line:find(mark) and line:find(rule) then
        return true
      end
    end
  end
  return false
end

for _, folder in ipairs { "core", "lua", "scripts", "variants", "tests" } do
  for _, path in ipairs(tree.files(root, folder, "*.c", "*.h", "*.lua", "*.sh",
                                   "*.js", "*.mjs", "*.css", "*.py")) do
    if not path:find("/node_modules/", 1, true) then
      for number, line in tree.lines(tree.read(root, path)) do
        if is_banner(line) then
          tree.complain(path, number, "a banner; say it in the head of the file")
        end
      end
    end
  end
end

tree.finish(count ..  " functions in " .. #files .. " headers")
