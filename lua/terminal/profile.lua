-- What is kept of a player between two starts: the name that others see, in
-- $XDG_CONFIG_HOME/castled/name or ~/.config/castled/name.

local saving = require "terminal.saving"
local text   = require "terminal.text"

local profile = {}

profile.NAME_MAX = 40 -- characters

local function folder()
  local config, home = os.getenv("XDG_CONFIG_HOME"), os.getenv("HOME")
  if config and config:sub(1, 1) == "/" then
    return config .. "/castled"
  elseif home and home ~= "" then
    return home .. "/.config/castled"
  end
  return nil
end

-- A name as it may be: no blanks around it, not too long; nil when nothing
-- remains. Others may see more of it than a terminal can show.
function profile.clean(name)
  local letters = {}
  for letter in (name or ""):match("^%s*(.-)%s*$"):gmatch(utf8.charpattern) do
    if #letters < profile.NAME_MAX and text.is_written(letter) then
      letters[#letters + 1] = letter
    end
  end
  local clean = table.concat(letters)
  clean = clean:match("^%s*(.-)%s*$")
  return clean ~= "" and clean or nil
end

-- Whether a name, without the blanks around it, is longer than one may be.
function profile.is_long(name)
  local bare = name:match("^%s*(.-)%s*$")
  return (utf8.len(bare) or #bare) > profile.NAME_MAX
end

-- The name that was kept, or nil.
function profile.name()
  local path = folder()
  local handle = path and io.open(path .. "/name")
  local line = handle and handle:read("l")
  if handle then
    handle:close()
  end
  return profile.clean(line)
end

-- Keeps a name. Where that cannot be, it is asked again the next time.
function profile.keep(name)
  local path = folder()
  if not path or not saving.make_folder(path) then
    return
  end
  local handle = io.open(path .. "/name", "w")
  if handle then
    handle:write(name, "\n")
    handle:close()
  end
end

return profile
