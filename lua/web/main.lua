-- lua5.4 lua/web/main.lua -- draws the page for all browsers that have it open.
-- A daemon starts it: see core/net/pages.h, and core/README.md, "Pages".
--
-- In its environment: CASTLED_SOCKET, the daemon's Unix socket;
-- CASTLED_PAGES_KEY, with which the daemon knows its own page process. It ends
-- when the connection does: then the daemon starts it anew, and the browsers
-- come back by themselves.

local folder = arg[0]:match("^(.*)/[^/]*$") or "."
package.path = folder .. "/../?.lua;" .. package.path

local service = require "castled.service"

local WRITE_SIZE_MAX = 256 << 20 -- what the daemon has not read yet

local uv = service.luv("the page needs")
local line_of  = require "web.line"
local pictures = require "web.pictures"
local session  = require "web.session"
local shared   = require "web.shared"

local socket = service.environment("CASTLED_SOCKET")
local key = service.environment("CASTLED_PAGES_KEY")
uv.os_unsetenv("CASTLED_PAGES_KEY") -- it is nobody else's

local pipe = uv.new_pipe(false)
local sessions = {} -- by the browser's number
local line

local function write(bytes)
  pipe:write(bytes)
  if pipe:get_write_queue_size() > WRITE_SIZE_MAX then
    service.finish(service.LOST, "the daemon does not read")
  end
end

local function own_ask(method, params, done)
  line:ask(nil, method, params, done)
end

-- Runs what no session guards; when it fails the operator is told why.
local function guarded(act, ...)
  local is_well, trace = xpcall(act, debug.traceback, ...)
  if not is_well then
    io.stderr:write("page: ", trace, "\n")
  end
  return is_well
end

-- Does something once, later; what fails then is told.
local function later(ms, work)
  local timer = uv.new_timer()
  timer:start(ms, 0, function()
    timer:close()
    guarded(work)
  end)
end

local known = shared.new {
  ask = own_ask, later = later,
  now = function() return uv.now() // 1000 end,
}

-- The session of a browser, made when it first says something.
local function session_of(number)
  sessions[number] = sessions[number] or session.new(known, function(text)
    line:tell(number, text)
  end, function(method, params, done)
    line:ask(number, method, params, done)
  end, function(ms)
    line:charge(number, ms)
  end)
  return sessions[number]
end

local hear = {}

function hear.page(number, message)
  session_of(number):hear(message)
end

function hear.told(number, method, game, text)
  session_of(number):told(method, game, text)
end

function hear.gone(number)
  if sessions[number] then
    sessions[number]:gone()
    sessions[number] = nil
  end
end

function hear.http(number, request)
  local is_well = guarded(pictures.answer, request, own_ask, function(answer)
    line:reply(number, answer)
  end)
  if not is_well then
    line:reply(number, { status = 500, type = "text/plain",
                         body = "the page has failed\n" })
  end
end

line = line_of.new(hear, write, guarded)

-- Asks again what lobbies show, while one is open.
local function second()
  guarded(known.second, known)
end

local function attach()
  line:ask(nil, "pages.attach", { key = key }, function(failure)
    if failure then
      service.finish(service.LOST, "the daemon does not let it draw: %s", failure.message)
    end
  end)
end

pipe:connect(socket, function(reason)
  if reason then
    service.finish(service.LOST, "cannot connect to %s: %s", socket, reason)
  end
  pipe:read_start(function(problem, bytes)
    if not bytes then
      service.finish(service.LOST, "the connection has ended: %s", problem or "closed")
    end
    line:take(bytes)
  end)
  attach()
end)
local timer = uv.new_timer()
timer:start(1000, 1000, second)
local signal = uv.new_signal()
signal:start("sigterm", function() service.finish(0) end)
uv.run()
