-- The terminal itself: raw keys, the other screen, the mouse; its size; and
-- how all that is put back, whatever happens.

local text = require "terminal.text"
local uv   = require "luv"

local ENTER = "\27[?1049h"  -- the other screen
              .. "\27[?25l" -- no cursor
              .. "\27[?1000h\27[?1003h\27[?1006h" -- mouse, moves, as SGR
              .. "\27[?2004h" -- what is pasted is marked as such
              .. "\27[?7l" -- no wrapping at the right edge
              .. "\27[2J"
local LEAVE = "\27[0m\27[?7h\27[?2004l\27[?1006l\27[?1003l\27[?1000l\27[?25h"
              .. "\27[?1049l"

local tty = {}
tty.__index = tty

-- Opens the terminal on stdin and stdout.
function tty.open()
  local self = setmetatable({ notices = "" }, tty)
  self.input = assert(uv.new_tty(0, true))
  self.output = assert(uv.new_tty(1, false))
  return self
end

-- Takes the terminal over; on_ready is called when that is done, on_bytes with
-- what is typed, and with nil when the terminal is gone.
function tty:begin(on_ready, on_bytes)
  self.is_ours = true
  -- To luv it is still raw when it was given back (tty_reset_mode).
  self.input:set_mode(0)
  self.input:set_mode(1)
  self:write(ENTER, on_ready)
  self.input:read_start(function(_, bytes)
    on_bytes(bytes)
  end)
end

local TITLE_KEEP, TITLE_BACK = "\27[22;2t", "\27[23;2t"
local BELL = "\7"

local function leave_at_once(bytes)
  io.stdout:write(bytes)
  io.stdout:flush()
end

local function add(self, bytes)
  self.notices = self.notices .. bytes
end

-- What is to be sent of them now.
function tty:take_notice()
  local bytes = self.notices
  self.notices = ""
  return bytes
end

function tty:bell()
  add(self, BELL)
end

-- Rings, and shows a text where the terminal shows messages (OSC 9).
function tty:notify(string)
  add(self, BELL .. "\27]9;" .. table.concat(text.characters(string)) .. BELL)
end

-- Gives the window a title; nil: as it was before.
function tty:title(string)
  if string then
    add(self, (self.has_title and "" or TITLE_KEEP) .. "\27]2;"
              .. table.concat(text.characters(string)) .. BELL)
  elseif self.has_title then
    add(self, TITLE_BACK)
  end
  self.has_title = string ~= nil
end

-- Puts a text where pasting finds it, if the terminal lets one (OSC 52).
function tty:copy(string)
  add(self, "\27]52;c;" .. text.base64(string) .. BELL)
end

-- Gives the terminal back. May be called from anywhere, and again: the last
-- time when the loop runs no more. What is still on its way to the terminal
-- goes first, else it would be drawn on the screen that is given back.
function tty:restore()
  if self.is_ours then
    self.is_ours = false
    pcall(self.input.read_stop, self.input)
    local bytes = (self.has_title and TITLE_BACK or "") .. LEAVE
    self.has_title = false
    if self.is_writing then
      self.owed = bytes
      self.output:write(bytes, function() self.owed = nil end)
    else
      leave_at_once(bytes)
    end
    uv.tty_reset_mode()
  elseif self.owed then
    leave_at_once(self.owed)
    self.owed = nil
  end
end

function tty:size()
  local width, height = self.output:get_winsize()
  if not width or width == 0 or height == 0 then
    return 80, 24
  end
  return width, height
end

-- Sends bytes; `done` is called when they are out.
function tty:write(bytes, done)
  self.is_writing = true
  self.output:write(bytes, function(reason)
    self.is_writing = false
    if done then
      done(reason)
    end
  end)
end

return tty
