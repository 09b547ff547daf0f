-- A daemon for tests: `castled serve` on any free port, with a folder of its
-- own, and its log.

local uv   = require "luv"
local wait = require "wait"

local daemon = {}
daemon.__index = daemon

daemon.program = os.getenv("CASTLED") or "build/release/castled"

-- AddressSanitizer keeps what was freed; so much that a daemon which holds
-- little looks like one that holds all.
uv.os_setenv("ASAN_OPTIONS",
  (os.getenv("ASAN_OPTIONS") or "") .. ":quarantine_size_mb=8")

local count = 0
local running = {}

-- A folder for the tests of this run; daemon.finish() removes it.
daemon.folder = os.tmpname()
os.remove(daemon.folder)
assert(os.execute("mkdir -m 700 '" .. daemon.folder .. "'"))

-- A new folder inside.
function daemon.new_folder()
  count = count + 1
  local path = daemon.folder .. "/" .. count
  assert(os.execute("mkdir '" .. path .. "'"))
  return path
end

local function read_all(self, pipe, field)
  self.open = self.open + 1
  uv.read_start(pipe, function(_, bytes)
    self[field] = self[field] .. (bytes or "")
    if not bytes then
      self.open = self.open - 1
      pipe:close()
    end
  end)
end

-- Starts a program, perhaps with a limit of open files and a pipe as its
-- descriptor 3; `self` has what it says, and its status when it has ended.
local function spawn(arguments, environment, files, ready)
  local self = setmetatable({
    output = "", log = "", open = 0, began = uv.hrtime(),
  }, daemon)
  local stdout, stderr = uv.new_pipe(), uv.new_pipe()
  local problem
  local program = daemon.program
  if files then
    arguments = { "-c", 'ulimit -n "$0" && exec "$@"', tostring(files), program,
                  table.unpack(arguments) }
    program = "sh"
  end
  self.process, problem = uv.spawn(program, {
    args = arguments, stdio = { nil, stdout, stderr, ready }, env = environment,
  }, function(status, signal)
    self.status, self.signal = status, signal
    self.process:close()
    running[self] = nil
  end)
  assert(self.process, problem)
  self.pid = self.process:get_pid()
  running[self] = true
  read_all(self, stdout, "output")
  read_all(self, stderr, "log")
  return self
end

-- Runs a program to its end: status, output, errors.
function daemon.run(arguments, environment)
  local self = spawn(arguments, environment)
  return self:wait(), self.output, self.log
end

-- Starts a daemon without waiting for it. `settings`: `folder` of its data,
-- `arguments` beside those that a test always wants, `listen`, `socket`,
-- `environment`, `files` that it may open, `ready`: a pipe that is its descriptor
-- 3, `pages`: "on" for a page process.
function daemon.spawn(settings)
  local folder = settings.folder or daemon.new_folder()
  local socket = settings.socket or folder .. "/socket"
  local arguments = {
    "serve", "--data", folder, "--socket", socket,
    "--listen", settings.listen or "127.0.0.1:0", "--bots", "none",
    "--pages", settings.pages or "off", table.unpack(settings.arguments or {}),
  }
  local self = spawn(arguments, settings.environment, settings.files,
                     settings.ready)
  self.folder, self.socket = folder, socket
  return self
end

-- A daemon that listens.
function daemon.start(settings)
  local self = daemon.spawn(settings or {})
  wait.until_done(function()
    return self.output:find("\n", 1, true) or self.status
  end, "daemon")
  assert(not self.status, self.log)
  self.port = tonumber(self.output:match("://127%.0%.0%.1:(%d+)/"))
  return self
end

-- Sends a signal.
function daemon:kill(signal)
  if not self.status and not self.signal then
    uv.kill(self.pid, signal)
  end
end

-- Stops it: it hears nothing until it gets SIGCONT.
function daemon:hold()
  self:kill("sigstop")
  wait.until_done(function()
    local file <close> = assert(io.open("/proc/" .. self.pid .. "/stat"))
    return file:read("a"):find("^%d+ %b() T")
  end, "end of its work")
end

-- Waits for its end, and for all that it has said; status and signal.
function daemon:wait()
  wait.until_done(function()
    return self.status and self.open == 0
  end, "end of the program")
  return self.status, self.signal
end

-- Ends it, as an operator does.
function daemon:stop()
  self:kill("sigterm")
  return self:wait()
end

-- Waits until the log has a line with all of the words.
function daemon:wait_for_log(...)
  local words = { ... }
  wait.until_done(function()
    for line in self.log:gmatch("[^\n]+") do
      local has_all = true
      for _, word in ipairs(words) do
        has_all = has_all and line:find(word, 1, true) ~= nil
      end
      if has_all then
        return true
      end
    end
  end, "line in the log with " .. table.concat(words, ", "))
end

-- How often the log has an event that strangers can make happen; an error when
-- that is more often than it takes such (LOG_LIMIT_LINES) in the time that the
-- daemon has run.
function daemon:count_limited(event)
  local LINES, SECONDS = 20, 10
  local _, times = self.log:gsub("event=" .. event, "")
  local seconds = (uv.hrtime() - self.began) // 1000000000
  assert(times <= LINES * (1 + seconds // SECONDS),
    times .. " lines with " .. event)
  return times
end

-- How large a file it may write: bytes, or "unlimited".
function daemon:limit_files(bytes)
  assert(os.execute("prlimit --fsize=" .. bytes .. ": --pid " .. self.pid))
end

-- Kilobytes of memory that it uses.
function daemon:memory()
  for line in io.lines("/proc/" .. self.pid .. "/status") do
    local size = line:match("^VmRSS:%s*(%d+)")
    if size then
      return tonumber(size)
    end
  end
end

-- Ends what is left of a test.
function daemon.clean()
  for one in pairs(running) do
    one:kill("sigkill")
    wait.until_done(function() return one.status end, "end of the program")
    if one.held_pid then -- ends now that its daemon has gone
      uv.kill(one.held_pid, "sigcont")
    end
  end
end

function daemon.finish()
  daemon.clean()
  os.execute("rm -rf '" .. daemon.folder .. "'")
end

return daemon
