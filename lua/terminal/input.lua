-- Bytes from a terminal as what was pressed. A key is { key = "up" }, with
-- shift, alt or control; a character { key = "r", text = "r" }; the mouse
-- { mouse = "press", button = 1, column = 0, row = 0 }, or "release", "move",
-- "wheel" with by = -1 or 1; what was pasted { paste = "two\rlines" }.

local input = {}
input.__index = input

local ESCAPE = "\27"
local PASTE_BEGIN, PASTE_END = "\27[200~", "\27[201~"
local PASTE_MAX = 4096 -- bytes; no line that is typed takes as many

local FINAL = { A = "up", B = "down", C = "right", D = "left", H = "home",
                F = "end", P = "f1", Q = "f2", R = "f3", S = "f4", Z = "tab" }
local TILDE = { [1] = "home", [2] = "insert", [3] = "delete", [4] = "end",
                [5] = "page_up", [6] = "page_down", [7] = "home", [8] = "end",
                [11] = "f1", [12] = "f2", [13] = "f3", [14] = "f4",
                [15] = "f5" }
local CONSOLE = { A = "f1", B = "f2", C = "f3", D = "f4", E = "f5" } -- of Linux
local CONTROL = { [8] = "backspace", [9] = "tab", [10] = "enter",
                  [13] = "enter", [127] = "backspace" }

function input.new()
  return setmetatable({ buffer = "" }, input)
end

local function with_modifiers(event, number)
  local bits = (number or 1) - 1
  event.shift = bits & 1 ~= 0 or nil
  event.alt = bits & 2 ~= 0 or nil
  event.control = bits & 4 ~= 0 or nil
  return event
end

-- \27[<button;column;rowM, or m for a release.
local function mouse_event(parameters, final)
  local button, column, row = parameters:match("^<(%d+);(%d+);(%d+)$")
  if not button then
    return nil
  end
  button = math.tointeger(tonumber(button))
  local event = { column = math.tointeger(tonumber(column)) - 1,
                  row = math.tointeger(tonumber(row)) - 1 }
  if button & 64 ~= 0 then
    event.mouse, event.by = "wheel", button & 1 == 0 and -1 or 1
  elseif button & 32 ~= 0 then
    event.mouse = "move"
  else
    event.mouse = final == "m" and "release" or "press"
    event.button = (button & 3) + 1
  end
  return event
end

local function sequence_event(parameters, final)
  if parameters:sub(1, 1) == "<" then
    return mouse_event(parameters, final)
  end
  local first, second = parameters:match("^(%d*);?(%d*)")
  local number = math.tointeger(tonumber(first))
  local modifiers = math.tointeger(tonumber(second))
  if final == "~" then
    local key = TILDE[number]
    return key and with_modifiers({ key = key }, modifiers)
  elseif final == "Z" then
    return { key = "tab", shift = true }
  end
  local key = FINAL[final]
  if final >= "P" and final <= "S" and (number or 1) ~= 1 then
    key = nil -- where the cursor stands, which nobody asked for
  end
  return key and with_modifiers({ key = key }, modifiers)
end

local function character_event(letter)
  local byte = letter:byte()
  if CONTROL[byte] then
    return { key = CONTROL[byte] }
  elseif byte < 27 then
    return { key = string.char(byte + 96), control = true }
  elseif byte < 32 then
    return nil
  elseif letter == " " then
    return { key = "space", text = " " }
  end
  return { key = letter, text = letter }
end

-- The character at `at`; "" when it is not whole yet, nil when it is none.
local function character_at(buffer, at)
  local byte = buffer:byte(at)
  local size = byte < 0xC0 and 1 or byte < 0xE0 and 2 or byte < 0xF0 and 3 or 4
  local letter = buffer:sub(at, at + size - 1)
  if #letter < size and not letter:find("[^\x80-\xBF]", 2) then
    return ""
  end
  return #letter == size and utf8.len(letter) and letter or nil
end

-- One event at `at`: it, or false for nothing, and where the next begins; nil
-- when more bytes are needed.
local function read_one(buffer, at)
  if buffer:sub(at, at) ~= ESCAPE then
    local letter = character_at(buffer, at)
    if letter == "" then
      return nil
    elseif not letter then
      return false, at + 1 -- a byte of no character is dropped
    end
    return character_event(letter) or false, at + #letter
  end
  local second = buffer:sub(at + 1, at + 1)
  if second == "" then
    return nil
  elseif second == "[" or second == "O" then
    local _, stop, parameters, final =
      buffer:find("^([0-9;<?]*)([%a~])", at + 2)
    if stop then
      return sequence_event(parameters, final) or false, stop + 1
    elseif buffer:find("^[0-9;<?]*$", at + 2) or buffer:find("^%[$", at + 2) then
      return nil
    end
    local console = CONSOLE[buffer:match("^%[(%a)", at + 2)]
    if console then
      return { key = console }, at + 4
    end
    return false, at + 2 -- broken off: what is no sequence is dropped
  elseif second == ESCAPE then
    return { key = "escape" }, at + 1
  end
  local event, next_at = read_one(buffer, at + 1)
  if event then
    event.alt = true
  end
  return event, next_at
end

-- More of what is pasted, from `at` on; the event when its end has come.
local function read_pasted(self, at)
  local start, stop = self.buffer:find(PASTE_END, at, true)
  local rest = start or math.max(at, #self.buffer - #PASTE_END + 2)
  local pasted = (self.pasted .. self.buffer:sub(at, rest - 1)):sub(1, PASTE_MAX)
  self.pasted = not start and pasted or nil
  if start then
    return { paste = pasted }, stop + 1
  end
  return nil, rest
end

local function read_next(self, at)
  if self.pasted then
    return read_pasted(self, at)
  elseif self.buffer:sub(at, at + #PASTE_BEGIN - 1) == PASTE_BEGIN then
    self.pasted = ""
    return false, at + #PASTE_BEGIN
  end
  return read_one(self.buffer, at)
end

-- The events of the bytes that have come. What is not whole yet waits, and what does
-- is the second result, nil for nothing: an "escape" key alone looks like the beginning
-- of a sequence, and the end of a "paste" may have been lost. When nothing comes for a
-- moment, or for a while, `flush` is to be called.
function input:take(bytes)
  self.buffer = self.buffer .. bytes
  local events = {}
  local at = 1
  while at <= #self.buffer do
    local event, next_at = read_next(self, at)
    at = next_at or at
    if event == nil then
      break
    end
    if event then
      events[#events + 1] = event
    end
  end
  self.buffer = self.buffer:sub(at)
  return events, self.pasted and "paste" or self.buffer ~= "" and "escape" or nil
end

-- What waits is all that comes: what was pasted so far, or no sequence but an escape
-- key, if it began with one.
function input:flush()
  local pasted, rest = self.pasted, self.buffer
  self.pasted, self.buffer = nil, ""
  if pasted then
    return { { paste = (pasted .. rest):sub(1, PASTE_MAX) } }
  end
  return rest:sub(1, 1) == ESCAPE and { { key = "escape" } } or {}
end

return input
