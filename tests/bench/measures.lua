-- What benchmarks in Lua share: time, and how it is told.

local measures = {}

-- Prints a number by its name, and what part of the aim it is if there is one.
function measures.report(name, value, unit, aim)
  print(("%-44s %9.3f %s%s"):format(name, value, unit,
    aim and (" (aim %g: %.2f of it)"):format(aim, value / aim) or ""))
end

-- Milliseconds of processor time that work() takes, on average.
function measures.time(count, work)
  local start = os.clock()
  for _ = 1, count do
    work()
  end
  return (os.clock() - start) * 1000 / count
end

return measures
