-- What all house checks share: the files of a checkout, and complaints.
--
-- A check is called with the checkout's folder, goes through files, complains,
-- and leaves by tree.finish: status 0 when there was nothing to complain of.

local tree = {}

-- A folder with nothing odd in its name: it goes through the shell.
local function quoted(path)
  return "'" .. path:gsub("'", "'\\''") .. "'"
end

-- The lines that a shell command prints.
function tree.lines_of(command)
  local list = {}
  local pipe = assert(io.popen(command))
  for line in pipe:lines() do
    list[#list + 1] = line
  end
  pipe:close()
  return list
end

-- The files below `folder` of the checkout `root` whose names match one of the
-- shell patterns, as paths from `root`, in order. None where there is no such
-- folder.
function tree.files(root, folder, ...)
  local names = {}
  for _, pattern in ipairs { ... } do
    names[#names + 1] = "-name " .. quoted(pattern)
  end
  return tree.lines_of(("cd %s && [ -d %s ] && find %s -type f \\( %s \\) "
    .. "| LC_ALL=C sort"):format(quoted(root), quoted(folder), quoted(folder),
    table.concat(names, " -o ")))
end

function tree.exists(root, path)
  local file = io.open(root .. "/" .. path)
  if file then
    file:close()
  end
  return file ~= nil
end

function tree.read(root, path)
  local file = assert(io.open(root .. "/" .. path, "rb"))
  local text = file:read("a")
  file:close()
  return text
end

-- Walks over lines: for number, line in tree.lines(text).
function tree.lines(text)
  local number, next_line = 0, (text .. "\n"):gmatch("(.-)\r?\n")
  return function()
    local line = next_line()
    if line then
      number = number + 1
      return number, line
    end
  end
end

-- Where the string or character constant that starts at `at` ends.
local function constant_end(text, at)
  local mark = text:sub(at, at)
  local position = at + 1
  while position < #text do
    local character = text:sub(position, position)
    if character == mark or character == "\n" then
      return position
    end
    position = position + (character == "\\" and 2 or 1)
  end
  return #text
end

-- C source with its comments blanked out and, unless `keep_strings`, its
-- strings and character constants. Every other byte is where it was.
function tree.c_code(text, keep_strings)
  local out, at = {}, 1
  while at <= #text do
    local found = text:find("[/\"']", at) or #text + 1
    out[#out + 1] = text:sub(at, found - 1)
    local last, keep = found, true
    if text:find("^/%*", found) then
      last, keep = select(2, text:find("*/", found + 2, true)) or #text, false
    elseif text:find("^//", found) then
      last, keep = (text:find("\n", found, true) or #text + 1) - 1, false
    elseif text:find("^[\"']", found) then
      last, keep = constant_end(text, found), keep_strings
    end
    local piece = text:sub(found, last)
    out[#out + 1] = keep and piece or piece:gsub("[^\n]", " ")
    at = last + 1
  end
  return table.concat(out)
end

local complaint_count = 0

-- Complains of `path`, or of a line of it. The rest is as in string.format.
function tree.complain(path, number, format, ...)
  complaint_count = complaint_count + 1
  local place = number and path .. ":" .. number or path
  print(place .. ": " .. format:format(...))
end

-- Ends the check. `what` says what was looked at, as in "12 files".
function tree.finish(what)
  if complaint_count > 0 then
    print(("%d complaints"):format(complaint_count))
    os.exit(1)
  end
  print(what .. ": nothing to complain of")
  os.exit(0)
end

return tree
