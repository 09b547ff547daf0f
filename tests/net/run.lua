-- lua5.4 tests/net/run.lua [WORD...] -- the daemon, as those see it who connect
-- to it.
--
-- A case is a function in one of the files below, under the clause that it
-- proves; it gets nothing and raises when the clause does not hold. With words,
-- only cases with one of them in their names. CASTLED is the program.

package.path = "tests/net/?.lua;" .. package.path

local daemon = require "daemon"

local FILES = { "serving", "malformed", "limits", "operating", "pages" }

local function is_wanted(name)
  for _, word in ipairs(arg) do
    if name:find(word, 1, true) then
      return true
    end
  end
  return #arg == 0
end

if not io.open(daemon.program) then
  print("there is no program " .. daemon.program)
  os.exit(2)
end

local passed, failed = 0, 0
for _, file in ipairs(FILES) do
  for _, case in ipairs(require(file)) do
    local name = file .. ": " .. case[1]
    if is_wanted(name) then
      local holds, problem = xpcall(case[2], debug.traceback)
      print((holds and "ok      " or "FAILED  ") .. name)
      if holds then
        passed = passed + 1
      else
        failed = failed + 1
        print("  " .. tostring(problem):gsub("\n", "\n  "))
      end
      daemon.clean()
    end
  end
end
daemon.finish()
print(("%d passed, %d failed"):format(passed, failed))
os.exit(failed == 0 and passed > 0)
