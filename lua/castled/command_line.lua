-- A command line of castled as it can be typed here: the program is called as it
-- was called, by the launcher in a checkout or where it is installed.

local command_line = {}

local ENVIRONMENT = "CASTLED_CALLED" -- as core/command/command.c has it

-- A word as a shell reads it.
local function quoted(word)
  if word:find("^[%w_./:@%%+=,-]+$") then
    return word
  end
  return "'" .. word:gsub("'", "'\\''") .. "'"
end

-- The line of a command and its arguments, as in "./castled play --resume last".
function command_line.of(...)
  local called = os.getenv(ENVIRONMENT)
  local parts = { quoted(called and called ~= "" and called or "castled") }
  for index, word in ipairs { ... } do
    parts[index + 1] = quoted(word)
  end
  return table.concat(parts, " ")
end

return command_line
