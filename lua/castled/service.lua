-- A program that the daemon starts (core/net/processes.h): how it ends, and what it
-- needs to begin.

local service = {}

-- Statuses. After NO_LIBRARY the daemon does not start it again.
service.LOST, service.USAGE, service.NO_LIBRARY = 1, 2, 3

-- Ends the program, with a sentence on stderr if there is one, as for
-- string.format.
function service.finish(status, ...)
  if ... then
    io.stderr:write(string.format(...), "\n")
  end
  os.exit(status)
end

-- The library luv; without it the program ends. `who` needs it: "bots need".
function service.luv(who)
  local has_luv, uv = pcall(require, "luv")
  return has_luv and uv or service.finish(service.NO_LIBRARY,
    "%s the Lua library luv (Debian: lua-luv)", who)
end

-- A variable of the environment; without it the program ends.
function service.environment(name)
  return os.getenv(name) or service.finish(service.USAGE, "%s is not set", name)
end

return service
