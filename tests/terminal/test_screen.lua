-- Cells, colours, text, keys and the mouse.

local cells  = require "terminal.cells"
local check  = require "check"
local colors = require "terminal.colors"
local editor = require "terminal.editor"
local input  = require "terminal.input"
local text   = require "terminal.text"

-- Text -------------------------------------------------------------------------

check.equal("columns are characters", text.columns("señal…"), 6)
check.equal("what is cut says so", text.cut("castillo", 5), "cast…")
check.equal("what fits is not cut", text.cut("castle", 6), "castle")
check.equal("lines are wrapped", text.wrap("one two  three", 7),
            { "one two", "three" })
check.equal("a long word is broken", text.wrap("abcdef g", 4),
            { "abcd", "ef g" })
check.equal("line ends stay", text.wrap("a\n\nb", 9), { "a", "", "b" })
check.equal("what controls a terminal is not let through",
            table.concat(text.characters("a\27[2Jb\u{9b}c\u{4e2d}")),
            "a?[2Jb?c?")
check.equal("what is no UTF-8 is not let through",
            table.concat(text.characters("a\xFFb")), "a?b")

-- Cells ------------------------------------------------------------------------

local screen = cells.new(10, 3, "none")
screen:write(2, 1, "abc")
check.that("all is sent at first", #screen:changes() > 30)
screen:clear()
screen:write(2, 1, "abc")
check.equal("nothing is sent where nothing changes", screen:changes(), "")
screen:clear()
screen:write(2, 1, "aXc")
check.equal("only what differs is sent", screen:changes(),
            "\27[2;4H\27[0mX\27[0m")
screen:clear()
screen:write(8, 2, "long text")
check.equal("what stands over the edge is cut", screen:lines()[3],
            "        lo")
screen:resize(12, 3)
screen:write(0, 0, "x")
check.that("after a change of size all is sent", #screen:changes() > 36)

-- Colours ----------------------------------------------------------------------

local function environment(values)
  return function(name) return values[name] end
end
local detections = {
  { "true", { TERM = "xterm-256color", COLORTERM = "truecolor" } },
  { "256", { TERM = "xterm-256color" } },
  { "16", { TERM = "xterm" } },
  { "none", { TERM = "xterm", NO_COLOR = "1" } },
  { "none", { TERM = "dumb", COLORTERM = "truecolor" } },
  { "none", { TERM = "vt100" } },
}
for _, case in ipairs(detections) do
  check.equal("colours of " .. case[2].TERM,
              colors.detect(environment(case[2])), case[1])
end
local style = { fg = 0xFF0000, bg = 0x000000, bold = true }
check.equal("true colour", colors.sequence("true", style),
            "\27[0;1;38;2;255;0;0;48;2;0;0;0m")
check.equal("256 colours", colors.sequence("256", style),
            "\27[0;1;38;5;196;48;5;16m")
check.equal("16 colours", colors.sequence("16", { bg = 0x5555FF }),
            "\27[0;104m")
check.equal("none", colors.sequence("none", style), "\27[0;1m")
check.equal("a gray of 256", colors.to_256(0x808080), 244)

-- Keys -------------------------------------------------------------------------

local function keys(bytes)
  local events = input.new():take(bytes)
  local names = {}
  for index, event in ipairs(events) do
    names[index] = (event.shift and "S-" or "") .. (event.control and "C-" or "")
                   .. (event.alt and "A-" or "")
                   .. (event.key or event.mouse .. (event.button or event.by
                                                    or "")
                       .. "@" .. event.column .. "," .. event.row)
  end
  return table.concat(names, " ")
end
local cases = {
  { "aZ é", "a Z space é" },
  { "\27[A\27[B\27OC\27OD", "up down right left" },
  { "\27[1;2A\27[1;5C\27[Z", "S-up C-right S-tab" },
  { "\27OP\27[11~\27[5~\27[6~\27[H\27[4~", "f1 f1 page_up page_down home end" },
  { "\r\n\t\127\8", "enter enter tab backspace backspace" },
  { "\3\12", "C-c C-l" },
  { "\27x", "A-x" },
  { "\27[<0;10;5M\27[<0;10;5m\27[<2;1;1M", "press1@9,4 release1@9,4 press3@0,0" },
  { "\27[<35;80;24M\27[<64;3;4M\27[<65;3;4M", "move@79,23 wheel-1@2,3 wheel1@2,3" },
  { "\27[?1;2c\27[999;1Rq", "q" },
  { "\27\27[A", "escape up" },
}
for _, case in ipairs(cases) do
  check.equal("keys of " .. case[1]:gsub("%c", "^"), keys(case[1]), case[2])
end
local reader = input.new()
local events, is_waiting = reader:take("\27")
check.that("an escape alone waits", #events == 0 and is_waiting)
check.equal("and is a key after a moment", reader:flush()[1].key, "escape")
reader:take("\27[<0;1")
check.equal("a sequence may come in pieces", reader:take("0;5M")[1].column, 9)
reader:take("\xC3")
check.equal("a character too", reader:take("\xA9")[1].key, "é")

-- A line that is typed -----------------------------------------------------------

local line = editor.new("año")
for _, event in ipairs(input.new():take("\127s\27[D\27[D!\27[3~")) do
  line:key(event)
end
check.equal("a line is edited", line:text(), "a!s")
