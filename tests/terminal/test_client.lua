-- What a program behind a frontend writes: long lines are taken as far as `castled
-- connect` may pass them on; whatever cannot be taken ends the terminal's program with
-- the terminal given back and a sentence.

local app    = require "terminal.app"
local check  = require "check"
local client = require "castled.client"
local uv     = require "luv"

-- What connect takes of a daemon, as it says itself.
local SHIFT = check.contents(check.ROOT .. "/core/net/connect_line.h")
                   :match("CONNECT_LINE_SIZE_MAX = 4 << (%d+)")
local PASSED_MAX = 4 << math.tointeger(SHIFT)

-- A shell command that writes a line with so many letters in it.
local function line_of(size)
  return "printf '{\"method\":\"m\",\"params\":{\"t\":\"'; head -c " .. size
         .. " /dev/zero | tr '\\0' x; printf '\"}}\\n';"
end

-- Starts a client of a shell command, and runs until its end. Returns what it was told,
-- and what failed.
local function run(command, on_notification)
  local told, failed = {}, {}
  assert(client.start {
    command = "/bin/sh", arguments = { "-c", command },
    on_notification = on_notification or function(_, params)
      told[#told + 1] = params
    end,
    on_failure = function(what, trace) failed[#failed + 1] = { what, trace } end,
    on_end = function() end,
  })
  uv.run()
  return told, failed
end

local AROUND = #'{"method":"m","params":{"t":""}}'
local told, failed = run(line_of(PASSED_MAX - AROUND) .. line_of(1))
check.equal("the longest line that connect passes on", #told[1].t, PASSED_MAX - AROUND)
check.equal("what follows it, and nothing failed", #told .. #failed, "20")
told, failed = run("head -c " .. PASSED_MAX + (1 << 20)
                   .. " /dev/zero | tr '\\0' x; echo;" .. line_of(1))
check.equal("what is longer fails, once, and nothing is heard behind it",
            #told .. #failed .. failed[1][1], "01too_long")
told, failed = run("echo no;" .. line_of(1))
check.equal("what is no JSON fails, too", #told .. #failed .. failed[1][1], "01no_json")
told, failed = run(line_of(1) .. line_of(1), function() error("a fault of ours") end)
check.equal("an error in what is called is told, once", #told .. #failed, "01")
check.that("with where it was", failed[1][1] == nil
           and failed[1][2]:find("a fault of ours.*traceback"), failed[1][2])

-- The terminal's program, with a host that writes this; returns how it ended.
local function end_of(language, server, command)
  local host = os.tmpname()
  local file = assert(io.open(host, "w"))
  file:write("#!/bin/sh\n", command, "\ncat >&2\n")
  file:close()
  os.execute("chmod +x " .. host)
  local restored = 0
  local one = app.new { language = language, server = server, host = host }
  one.tty = { restore = function() restored = restored + 1 end }
  local timers = { uv.new_timer(), uv.new_timer(), uv.new_timer() }
  one.clock, one.seconds, one.escape_timer = table.unpack(timers)
  one:start_host()
  uv.run()
  for _, timer in ipairs(timers) do
    timer:close() -- what the program ends with is none of the next test's
  end
  os.remove(host)
  return one.status, one.farewell, restored
end

local TOO_LONG = "head -c " .. PASSED_MAX + (1 << 20) .. " /dev/zero | tr '\\0' x"
local status, farewell, restored = end_of("en", nil, TOO_LONG)
check.equal("a line too long ends the program", status, 2)
check.equal("with the terminal given back", restored, 1)
check.equal("and a sentence", farewell,
            "The program that hosts the game sent a line that is too long.")
status, farewell = end_of("es", "http://h:7", "echo no")
check.equal("at a server, in Spanish", status .. farewell,
            "2El programa que mantiene la conexión ha enviado algo que no es JSON.")
