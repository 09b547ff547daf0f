-- find.lua TEXT -- reads a screen captured with colours (tmux capture-pane -e)
-- and prints "column row", from 1, of each place where the text stands; with
-- "yellow" of each cell with the background of what can be chosen.

local YELLOW = "48;2;255;224;74"

local wanted = arg[1]
local row = 0
local background = "" -- goes on over the ends of lines

local function find_in(line)
  local column, at = 1, 1
  while at <= #line do
    local _, stop, sequence = line:find("^\27%[([%d;]*)m", at)
    if stop then
      background = sequence:find(YELLOW, 1, true) and YELLOW
                   or (sequence:find("48;") or sequence:find("^0?$")
                       or sequence:find("49")) and "" or background
      at = stop + 1
    else
      if wanted == "yellow" and background == YELLOW
         or line:sub(at, at + #wanted - 1) == wanted then
        print(column, row)
      end
      column = column + 1
      at = utf8.offset(line, 2, at)
    end
  end
end

for line in io.lines() do
  row = row + 1
  find_in(line)
end
