-- Where games are saved when nobody says where: $XDG_STATE_HOME/castled or
-- ~/.local/state/castled, as core/command/play_save.c has it.

local uv = require "luv"

local saving = {}

local ENDING = ".record"

local function folder()
  local state, home = os.getenv("XDG_STATE_HOME"), os.getenv("HOME")
  if state and state:sub(1, 1) == "/" then
    return state .. "/castled"
  elseif home and home ~= "" then
    return home .. "/.local/state/castled"
  end
  return nil
end

-- Makes a folder and those above it; whether it is there and can be written.
function saving.make_folder(path)
  local at = ""
  for part in path:gmatch("[^/]+") do
    at = at .. "/" .. part
    uv.fs_mkdir(at, tonumber("700", 8))
  end
  return uv.fs_access(path, "W")
end

-- A path for a new game, or nil when there is no folder for it.
function saving.new_path(game)
  local path = folder()
  if not path or not saving.make_folder(path) then
    return nil
  end
  local first = path .. "/" .. game .. os.date("-%Y%m%d-%H%M%S")
  local found, number = first .. ENDING, 1
  while uv.fs_stat(found) do
    number = number + 1
    found = first .. "-" .. number .. ENDING
  end
  return found
end

-- The game that was saved last, or nil.
function saving.last()
  local path = folder()
  local list = path and uv.fs_scandir(path)
  local best, best_time
  while list do
    local name = uv.fs_scandir_next(list)
    if not name then
      break
    end
    local stat = name:sub(-#ENDING) == ENDING and uv.fs_stat(path .. "/" .. name)
    if stat and stat.size > 0 then
      local time = stat.mtime.sec + stat.mtime.nsec / 1e9
      if not best or time > best_time then
        best, best_time = path .. "/" .. name, time
      end
    end
  end
  return best
end

return saving
