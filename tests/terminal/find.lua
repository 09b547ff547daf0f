-- find.lua -- reads a screen captured with colours (tmux capture-pane -e) of a game
-- at 160 by 50 and prints what the mouse has to do: "column row", from 1, of what
-- is to be clicked on, "over", or nothing, when there is nothing to click on.

local YELLOW = "48;2;255;224;74" -- the background of what can be chosen
local LEFT, RIGHT = 57, 117      -- of the close-up

local screen = io.read("a")
local plain = screen:gsub("\27%[[%d;]*m", "")

-- Of the last cell in the close-up where the text stands, or that is yellow.
local function last(wanted)
  local found = ""
  local background = "" -- goes on over the ends of lines
  local row = 0
  for line in screen:gmatch("([^\n]*)\n") do
    local column, at = 1, 1
    row = row + 1
    while at <= #line do
      local _, stop, sequence = line:find("^\27%[([%d;]*)m", at)
      if stop then
        background = sequence:find(YELLOW, 1, true) and YELLOW
                     or (sequence:find("48;") or sequence:find("^0?$")
                         or sequence:find("49")) and "" or background
        at = stop + 1
      else
        if column >= LEFT and column <= RIGHT
           and (line:sub(at, at + #wanted - 1) == wanted
                or wanted == "yellow" and background == YELLOW) then
          found = column .. " " .. row
        end
        column = column + 1
        at = utf8.offset(line, 2, at)
      end
    end
  end
  return found
end

local function what()
  if plain:find("wins[^\n]*:") then
    return "over"
  elseif plain:find("Enter again", 1, true) then
    return "80 20"
  elseif plain:find("where do you place", 1, true) then
    return last("<>")
  elseif plain:find("place a follower", 1, true) then
    return last("yellow")
  end
  return ""
end

print(what())
