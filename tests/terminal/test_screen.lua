-- Cells, colours, text, keys and the mouse.

local app    = require "terminal.app"
local cells  = require "terminal.cells"
local check  = require "check"
local colors = require "terminal.colors"
local editor = require "terminal.editor"
local input  = require "terminal.input"
local text   = require "terminal.text"
local uv     = require "luv"

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
check.equal("nor where it is cut", text.cut("castillo\x85\x85", 10), "castillo??")
check.equal("nor where it is wrapped", text.wrap("\x85\x85\x85 a", 3),
            { "???", "a" })
-- The first and the last of what takes one column, and what lies beside them:
-- combining, wide, from right to left, without any width.
for _, case in ipairs {
  { 0x1F, "?" }, { 0x20 }, { 0x7E }, { 0x7F, "?" }, { 0x9F, "?" }, { 0xA0 },
  { 0xAC }, { 0xAD, "?" }, { 0xAE }, { 0x2FF }, { 0x300, "?" }, { 0x36F, "?" },
  { 0x370 }, { 0x482 }, { 0x483, "?" }, { 0x489, "?" }, { 0x48A }, { 0x58A },
  { 0x58B, "?" }, { 0x5D0, "?" }, { 0x627, "?" }, { 0xE31, "?" },
  { 0x109F, "?" }, { 0x10A0 }, { 0x10FF }, { 0x1100, "?" }, { 0x1DFF, "?" },
  { 0x1E00 }, { 0x1FFE }, { 0x200B, "?" }, { 0x200F, "?" }, { 0x2010 },
  { 0x2027 }, { 0x2028, "?" }, { 0x202E, "?" }, { 0x2030 }, { 0x205E },
  { 0x2060, "?" }, { 0x2066, "?" }, { 0x2070 }, { 0x209C }, { 0x209D, "?" },
  { 0x20A0 }, { 0x20C0 }, { 0x20D0, "?" }, { 0x2100 }, { 0x2319 },
  { 0x231A, "?" }, { 0x23F0, "?" }, { 0x2460 }, { 0x25FC }, { 0x25FD, "?" },
  { 0x2653, "?" }, { 0x2654 }, { 0x266F }, { 0x267F, "?" }, { 0x26BD, "?" },
  { 0x2712, "?" }, { 0x2713 }, { 0x2718 }, { 0x2719, "?" }, { 0x27BF, "?" },
  { 0x27C0 }, { 0x2AFF }, { 0x2B1B, "?" }, { 0x2B50, "?" }, { 0xFE0F, "?" },
  { 0x1F600, "?" },
} do
  local letter = utf8.char(case[1])
  check.equal(("U+%04X"):format(case[1]), text.characters(letter)[1],
              case[2] or letter)
end

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

local function keys(bytes)
  local events = input.new():take(bytes)
  local names = {}
  for index, event in ipairs(events) do
    names[index] = (event.shift and "S-" or "") .. (event.control and "C-" or "")
                   .. (event.alt and "A-" or "")
                   .. (event.paste and "<" .. event.paste .. ">" or event.key
                       or event.mouse .. (event.button or event.by or "")
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
  { "\27[[A\27[[Eq", "f1 f5 q" },
  { "\27[[<35;20;10M\r", "[ < 3 5 ; 2 0 ; 1 0 M enter" },
  { "\27[\1q\27[\27[Aq", "C-a q up q" },
  { "a\27[200~G y\27[A\27[201~b", "a <G y\27[A> b" },
  { "\27\27[200~\27[201~\27[201~q", "escape <> q" },
  { "\27\27[A", "escape up" },
  { "a\x85\xFFb\xC3\27[A\xE2\x82q\xF5\x80\x80\x80x", "a b up q x" },
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
local pasted = {}
for byte in ("\27[200~two\rlines\27[2\27[201~q"):gmatch(".") do
  local came, waits = reader:take(byte)
  check.that("nothing of what is pasted is an escape key",
             #pasted > 0 or waits ~= "escape" or reader.buffer:find("^\27%[?2?0?0?$"))
  table.move(came, 1, #came, #pasted + 1, pasted)
end
check.equal("what is pasted too", { pasted[1].paste, pasted[2].key },
            { "two\rlines\27[2", "q" })
reader:take("\27[200~" .. ("x"):rep(100000))
reader:take(("x"):rep(100000))
check.that("of a large paste only what a line could take is kept",
           #reader:take("\27[201~")[1].paste == 4096 and #reader.buffer == 0)
reader:take("\27[200~half\27[2")
check.equal("a paste may lose its end", reader:flush(), { { paste = "half\27[2" } })
check.equal("which may come late", reader:take("\27[201~q"), { { key = "q", text = "q" } })

-- In the program it ends when nothing comes, and keys are keys again.
local program, seen = app.new { language = "en" }, {}
program.input, program.escape_timer = input.new(), uv.new_timer()
program.tty = { is_writing = true } -- nothing is shown
function program.key(_, event)
  seen[#seen + 1] = event.paste or event.key
end
program:take_bytes("\27[200~lost")
uv.run()
program:take_bytes("q")
check.equal("a paste without an end swallows no keys", seen, { "lost", "q" })

local line = editor.new("año")
for _, event in ipairs(input.new():take("\127s\27[D\27[D!\27[3~")) do
  line:key(event)
end
check.equal("a line is edited", line:text(), "a!s")
line:key { paste = "\r\na line\r\nof \27[Aß\xFF\3\tand\127 two\n" }
check.equal("what is pasted is one line", line:text(),
            "a!a line of [Aß and twos")
line = editor.new("abc", 5)
line:key { paste = ("x"):rep(4096) }
check.equal("and no longer than a line may be", line:text(), "abcxx")
local wide = editor.new("\u{4e2d}a")
local typed = cells.new(4, 1, "none")
wide:draw(typed, 0, 0, 4, {})
check.equal("a line shows each character in one column", typed:lines()[1], "?a")
check.equal("and keeps it as it was", wide:text(), "\u{4e2d}a")
