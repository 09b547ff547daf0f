-- A daemon under load or with frontends, and programs beside it: what kill.lua,
-- connect.lua, bots.lua and tests/bench/bench_serve.lua share.
--
-- CASTLED is the program; NET_TESTS the folder of net_load and net_kill_count.
-- Nothing waits for ever: what takes too long is an error.

local uv   = require "luv"
local wait = require "wait"

local daemon = {}
daemon.__index = daemon

daemon.program = os.getenv("CASTLED") or "build/test/castled"
daemon.tests = os.getenv("NET_TESTS") or "build/test/tests"

local running = {} -- what has been started and has not ended

-- Runs the loop until `is_done()`; false when that takes too long.
function daemon.run_until(is_done, wait_ms)
  return wait.try(is_done, wait_ms or wait.ms)
end

-- The same, and an error, which names what was missed, when it takes too long.
function daemon.await(what, is_done, wait_ms)
  if not daemon.run_until(is_done, wait_ms) then
    error("this did not come about: " .. what, 2)
  end
end

-- Lets time pass.
function daemon.wait(ms)
  wait.pause(ms)
end

-- A new empty folder.
function daemon.new_folder()
  return assert(uv.fs_mkdtemp("/tmp/castled-net-XXXXXX"))
end

-- A program that runs; `core`: the one that it is held to, or nil. What it says
-- is kept in `said` and `errors`.
function daemon.spawn(program, arguments, core)
  local self = setmetatable({
    said = "", errors = "", stdin = uv.new_pipe(), stdout = uv.new_pipe(),
    stderr = uv.new_pipe(), open = 2,
  }, daemon)
  if core then
    arguments = { "-c", tostring(core), program, table.unpack(arguments) }
    program = "taskset"
  end
  local problem
  self.process, self.pid = uv.spawn(program, {
    args = arguments, stdio = { self.stdin, self.stdout, self.stderr },
  }, function(status, signal)
    self.status, self.signal = status, signal
    running[self] = nil
  end)
  problem = self.pid
  assert(self.process, problem)
  running[self] = true
  local function read(pipe, key)
    pipe:read_start(function(_, bytes)
      self[key] = self[key] .. (bytes or "")
      if not bytes then
        self.open = self.open - 1
      end
    end)
  end
  read(self.stdout, "said")
  read(self.stderr, "errors")
  return self
end

-- Waits for its end; returns its status and the signal that ended it.
function daemon:finish(wait_ms)
  local function has_ended()
    return self.status and self.open == 0
  end
  if not daemon.run_until(has_ended, wait_ms) then
    self.process:kill("sigkill")
    daemon.run_until(has_ended)
    error("it did not end: " .. self.said .. self.errors)
  end
  for _, handle in ipairs { self.stdin, self.stdout, self.stderr,
                            self.process } do
    if not handle:is_closing() then
      handle:close()
    end
  end
  uv.run("nowait") -- what was closed is gone
  return self.status, self.signal
end

-- Ends what is left of a test that has failed.
function daemon.clean()
  for one in pairs(running) do
    one.process:kill("sigkill")
    daemon.await("its end", function() return one.status end)
  end
end

-- Closes its input, so that it ends; as finish.
function daemon:close(wait_ms)
  self.stdin:close()
  return self:finish(wait_ms)
end

-- Sends a signal, and waits for the end.
function daemon:kill(signal)
  self.process:kill(signal)
  return self:finish()
end

-- Waits until it says something that has the pattern in it; returns the match.
function daemon:wait_for(pattern, wait_ms)
  daemon.run_until(function()
    return (self.said .. self.errors):find(pattern) or self.status
  end, wait_ms)
  return (self.said .. self.errors):match(pattern)
    or error("it did not say " .. pattern .. ": " .. self.said .. self.errors)
end

-- Whether somebody takes connections at the socket.
local function answers(path)
  local pipe = uv.new_pipe()
  local done, is_there = false, false
  pipe:connect(path, function(problem)
    done, is_there = true, not problem
  end)
  daemon.run_until(function() return done end)
  pipe:close()
  return is_there
end

-- Starts a daemon whose data is in `folder` and waits until it takes
-- connections. `settings`: core, arguments. One address may do here what a
-- thousand people would, and there are no bots.
function daemon.start(folder, settings)
  settings = settings or {}
  local path = folder .. "/socket"
  os.remove(path)
  local arguments = {
    "serve", "--data", folder, "--socket", path, "--listen", "127.0.0.1:0",
    "--bots", "none", "--pages", "off", "--connections-per-address", "0",
    "--games-per-address", "0", "--messages-per-second", "1000000",
    "--messages-burst", "1000000",
    table.unpack(settings.arguments or {}),
  }
  local self = daemon.spawn(daemon.program, arguments, settings.core)
  self.path = path
  local ends = uv.hrtime() + wait.ms * 1000000
  while not answers(path) do
    if self.status or uv.hrtime() > ends then
      error("the daemon does not answer: " .. self.said .. self.errors)
    end
    daemon.wait(2)
  end
  return self
end

return daemon
