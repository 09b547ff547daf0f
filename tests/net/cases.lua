-- Running cases: what the programs share that test `castled host`, `serve` and
-- `connect` from outside.

local uv = require "luv"

local cases = {}

-- Whether a name has one of the command line's words in it, or there is none.
local function is_wanted(name)
  for _, word in ipairs(arg) do
    if name:find(word, 1, true) then
      return true
    end
  end
  return #arg == 0
end

-- Each of the words must stand in the text.
function cases.check_says(text, ...)
  for _, words in ipairs { ... } do
    assert(text:find(words, 1, true), "no '" .. words .. "' in: " .. text)
  end
end

-- Runs the cases of a list that are wanted, { clause, function } each; a case
-- raises when its clause does not hold. It gets what `settings.before()` returns,
-- and `settings.after(that, holds)` comes behind it, also when it failed; both
-- may be left out. Then `settings.finish()`, and the program ends: with 1 when a
-- case failed, or there was none.
function cases.run(list, settings)
  local passed, failed = 0, 0
  io.stdout:setvbuf("line") -- the log of what hangs tells how far it came
  for _, case in ipairs(list) do
    local name, prove = table.unpack(case)
    if is_wanted(name) then
      local given = settings.before and settings.before()
      local began = uv.hrtime()
      local holds, problem = xpcall(prove, debug.traceback, given)
      print(("%s %s (%d ms)"):format(holds and "ok     " or "FAILED ", name,
                                     (uv.hrtime() - began) // 1000000))
      if holds then
        passed = passed + 1
      else
        failed = failed + 1
        print("  " .. tostring(problem):gsub("\n", "\n  "))
      end
      if settings.after then
        settings.after(given, holds)
      end
    end
  end
  if settings.finish then
    settings.finish()
  end
  print(("%d passed, %d failed"):format(passed, failed))
  os.exit(failed == 0 and passed > 0)
end

-- The cases of several modules as one list, each with its module's name before
-- the clause.
function cases.of_modules(names)
  local list = {}
  for _, module in ipairs(names) do
    for _, case in ipairs(require(module)) do
      list[#list + 1] = { module .. ": " .. case[1], case[2] }
    end
  end
  return list
end

return cases
