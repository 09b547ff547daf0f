-- The page process's line to the daemon: browsers, HTTP requests and the
-- process's own requests on one connection. core/README.md, "Pages", says how
-- lines look:
--
--   {"jsonrpc":...}      the process's own requests, and their responses
--   @N {...}             to and from browser N, and requests as its peer
--   @N gone              browser N has gone
--   #K {...}             HTTP request K, and its answer
--   $N 35                to the daemon: so many ms of work for browser N
--   ?                    whether this process is alive, and that it is
--
-- Knows nothing of luv: it is given bytes, and gives bytes to `write`.

local json = require "castled.json"

local LINE_SIZE_MAX = 16 << 20 -- a record of 4 MiB as a text in JSON, and more
local SAID_SIZE_MAX = 1 << 20  -- a longer line ends this process, and so all pages
local WAITING_MAX = 64         -- requests of one browser that have no answer
local OWN_WAITING_MAX = 4096

local TOO_MUCH, FAILED = 6, -32603 -- the protocol's codes of errors
local ALIVE = "?"
local PAGE = '{"page":' -- as all that browsers say begins

-- Instead of what is too long.
local TOO_LONG = '{"error":{"text":"This is too long to be shown."}}'
local TOO_LONG_ANSWER = { status = 503, type = "text/plain",
                          body = "this is too long to be shown\n" }

local line = {}
line.__index = line

-- `hear` has page(number, message), told(number, method, game, text) with the
-- whole notification as a text, gone(number) and http(number, request).
-- `write(bytes)` sends. `guard(act, ...)` runs what hears a line; what fails there
-- is its business, and the next line is heard.
function line.new(hear, write, guard)
  return setmetatable({ hear = hear, write = write, guard = guard, chunks = {},
                        size = 0, waiting = {}, counts = {}, own_count = 0,
                        last_id = 0, views = setmetatable({}, { __mode = "v" }) },
                      line)
end

-- Takes bytes as they come; each whole line is heard.
function line:take(bytes)
  local start = 1
  while true do
    local stop = bytes:find("\n", start, true)
    if not stop then
      break
    end
    self.chunks[#self.chunks + 1] = bytes:sub(start, stop - 1)
    local text = table.concat(self.chunks)
    self.chunks, self.size = {}, 0
    start = stop + 1
    self.guard(self.read, self, text)
  end
  self.chunks[#self.chunks + 1] = bytes:sub(start)
  self.size = self.size + #bytes - start + 1
  if self.size > LINE_SIZE_MAX then
    error("the daemon wrote a line that is too long")
  end
end

local function decode(text)
  local message, reason = json.decode(text)
  if type(message) ~= "table" then
    error("the daemon wrote what is no JSON object: " .. (reason or text))
  end
  return message
end

-- Takes one line.
function line:read(text)
  if text == ALIVE then
    self.write(ALIVE .. "\n")
    return
  end
  local sign, number, rest = text:match("^([@#])(%d+) (.*)$")
  number = math.tointeger(tonumber(number))
  if not sign then
    self:read_own(decode(text))
  elseif sign == "#" then
    self.hear.http(number, decode(rest))
  elseif rest == "gone" then
    self:forget(number)
    self.hear.gone(number)
  else
    self:read_browser(number, rest)
  end
end

-- Takes an answer with a view; false for anything else. Mostly all browsers of a
-- game are given the same one: it is read once, and one table for all of them.
local function read_view(self, number, text)
  local id, view = text:match('^{"jsonrpc":"2.0","id":(%d+),"result":({.*})}$')
  id = id and math.tointeger(tonumber(id))
  local waiting = self.waiting[id]
  if not waiting or waiting.method ~= "game.view" then
    return false
  end
  self.views[view] = self.views[view] or decode(view)
  self:answer({ id = id, result = self.views[view] }, number)
  return true
end

-- Most of what comes are notifications, and few of them are for the screen that
-- is shown: whoever hears them reads them further, or not.
function line:read_browser(number, text)
  local method, game = text:match(
    '^{"jsonrpc":"2.0","method":"([%w_.]+)","params":{"game":"([^"]*)"')
  if method then
    self.hear.told(number, method, game, text)
    return
  elseif read_view(self, number, text) then
    return
  end
  local message = decode(text)
  if text:sub(1, #PAGE) == PAGE then -- whatever else a browser says in it
    self.hear.page(number, message)
  elseif not message.method then
    self:answer(message, number)
  end
end

function line:read_own(message)
  if not message.method then
    self:answer(message)
  end
end

-- What failed, as whoever asked is told it: a code and a sentence; nil if nothing.
local function failure_of(message)
  local failure = json.value(message.error)
  if failure == nil and type(json.value(message.result)) == "table" then
    return nil
  end
  local is_said = type(failure) == "table" and type(failure.message) == "string"
                  and failure.message ~= ""
  return is_said and failure
         or { code = FAILED, message = "the server gave no answer" }
end

-- Takes the answer to a request made for a browser, or for nobody.
function line:answer(message, number)
  local waiting = self.waiting[message.id]
  if not waiting or waiting.number ~= number then
    return
  end
  self:drop(message.id)
  local failure = failure_of(message)
  waiting.done(failure, not failure and message.result or nil)
end

function line:drop(id)
  local number = self.waiting[id].number
  self.waiting[id] = nil
  if number then
    self.counts[number] = self.counts[number] - 1
  else
    self.own_count = self.own_count - 1
  end
end

-- Whether there is room for one request more, which is counted then.
function line:count(number)
  local count = number and (self.counts[number] or 0) or self.own_count
  if count >= (number and WAITING_MAX or OWN_WAITING_MAX) then
    return false
  elseif number then
    self.counts[number] = count + 1
  else
    self.own_count = count + 1
  end
  return true
end

-- Whether a line is longer than the daemon takes. The operator is told of it.
local function is_too_long(text)
  if #text <= SAID_SIZE_MAX then
    return false
  end
  io.stderr:write(("page: a line of %d bytes is not said: %s ...\n")
                  :format(#text, text:sub(1, 80)))
  return true
end

-- Asks the daemon, as the peer of browser `number`, or as this process when it
-- is nil. done(failure, result) gets the answer; a failure has code and message.
function line:ask(number, method, params, done)
  if not self:count(number) then
    done { code = TOO_MUCH, message = "too many requests wait for an answer" }
    return
  end
  self.last_id = self.last_id + 1
  self.waiting[self.last_id] = { number = number, method = method, done = done }
  local text = '{"jsonrpc":"2.0","id":' .. self.last_id .. ',"method":"' .. method
               .. '","params":' .. json.encode(params or {}) .. "}\n"
  self.write(number and "@" .. number .. " " .. text or text)
end

-- Says something to browser `number`: a text that is a JSON object.
function line:tell(number, text)
  local head = "@" .. number .. " "
  text = head .. text
  self.write((is_too_long(text) and head .. TOO_LONG or text) .. "\n")
end

-- Answers the HTTP request `number`: with status, type and body.
function line:reply(number, answer)
  local head = "#" .. number .. " "
  local text = head .. json.encode(answer)
  self.write((is_too_long(text) and head .. json.encode(TOO_LONG_ANSWER) or text)
             .. "\n")
end

-- Says that this process has worked so many milliseconds for browser `number`.
function line:charge(number, ms)
  self.write("$" .. number .. " " .. ms .. "\n")
end

-- A browser has gone, and nobody waits for what it asked.
function line:forget(number)
  for id, waiting in pairs(self.waiting) do
    if waiting.number == number then
      self.waiting[id] = nil
    end
  end
  self.counts[number] = nil
end

return line
