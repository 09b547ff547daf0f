-- find.lua TEXT... -- reads a captured screen and prints where one of the texts
-- stands: "column row", from 1, for each; those further down and to the right
-- last.

local wanted = arg
local row = 0
for line in io.lines() do
  row = row + 1
  for _, text in ipairs(wanted) do
    local at = 1
    while true do
      local start, stop = line:find(text, at, true)
      if not start then
        break
      end
      print(utf8.len(line:sub(1, start - 1)) + 1, row)
      at = stop + 1
    end
  end
end
