-- lua5.4 tests/net/run.lua [WORD...] -- the daemon, as those see it who connect
-- to it.
--
-- A case is a function in one of the files below, under the clause that it
-- proves; it gets nothing and raises when the clause does not hold. With words,
-- only cases with one of them in their names. CASTLED is the program.

package.path = "tests/net/?.lua;" .. package.path

local cases  = require "cases"
local daemon = require "daemon"

local FILES = { "serving", "malformed", "limits", "proxies", "operating",
                "scripts", "failing", "standing_still", "pages", "disk",
                "attacks", "socket" }

if not io.open(daemon.program) then
  print("there is no program " .. daemon.program)
  os.exit(2)
end

cases.run(cases.of_modules(FILES), {
  after = daemon.clean, finish = daemon.finish,
})
