-- The terminal itself: raw keys, the other screen, the mouse; its size; and
-- how all that is put back, whatever happens.

local uv = require "luv"

local ENTER = "\27[?1049h"  -- the other screen
              .. "\27[?25l" -- no cursor
              .. "\27[?1000h\27[?1003h\27[?1006h" -- mouse, moves, as SGR
              .. "\27[?7l" -- no wrapping at the right edge
              .. "\27[2J"
local LEAVE = "\27[0m\27[?7h\27[?1006l\27[?1003l\27[?1000l\27[?25h\27[?1049l"

local tty = {}
tty.__index = tty

-- Opens the terminal on stdin and stdout.
function tty.open()
  local self = setmetatable({}, tty)
  self.input = assert(uv.new_tty(0, true))
  self.output = assert(uv.new_tty(1, false))
  return self
end

-- Takes the terminal over; on_ready is called when that is done, on_bytes with
-- what is typed, and with nil when the terminal is gone.
function tty:begin(on_ready, on_bytes)
  self.is_ours = true
  self.input:set_mode(1)
  self:write(ENTER, on_ready)
  self.input:read_start(function(_, bytes)
    on_bytes(bytes)
  end)
end

local function leave_at_once()
  io.stdout:write(LEAVE)
  io.stdout:flush()
end

-- Gives the terminal back. May be called from anywhere, and again: the last
-- time when the loop runs no more. What is still on its way to the terminal
-- goes first, else it would be drawn on the screen that is given back.
function tty:restore()
  if self.is_ours then
    self.is_ours = false
    pcall(self.input.read_stop, self.input)
    if self.is_writing then
      self.owes_leave = true
      self.output:write(LEAVE, function() self.owes_leave = false end)
    else
      leave_at_once()
    end
    uv.tty_reset_mode()
  elseif self.owes_leave then
    self.owes_leave = false
    leave_at_once()
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
