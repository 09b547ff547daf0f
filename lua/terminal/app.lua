-- The program: terminal, host, and what is shown. Everything happens in luv's
-- loop; whatever is called from it runs guarded, so that an error gives the
-- terminal back before it is told. session.lua says which screen comes when, and
-- online.lua when the games are at a server.

local cells_of = require "terminal.cells"
local client   = require "castled.client"
local command_line = require "castled.command_line"
local input    = require "terminal.input"
local layout   = require "terminal.layout"
local news     = require "terminal.news"
local online   = require "terminal.online"
local palette  = require "terminal.palette"
local refusals = require "castled.refusals"
local session  = require "terminal.session"
local text     = require "terminal.text"
local tty      = require "terminal.tty"
local uv       = require "luv"
local words    = require "terminal.words"

local FRAME_MS = 40        -- between two pictures while something moves
local WAKING_MS = 50       -- in which other signals come beside SIGCONT
local CLOSING_MS = 2000    -- that the host has to save and end
local SIGNALS = { sigint = 2, sigterm = 15, sighup = 1 }

-- How often, and for how long each, nothing comes until an escape key is one, and what
-- was pasted without an end has ended. It is often, so that who stood still meanwhile
-- reads first what has come.
local QUIET = { escape = { ms = 40, times = 1 }, paste = { ms = 100, times = 50 } }

local app = {}
app.__index = app

for name, method in pairs(session) do
  app[name] = method
end

-- The program with what the command line asks for.
function app.new(settings)
  local self = setmetatable({ settings = settings, contributions = {},
                              overlays = {}, status = 0, methods = {} }, app)
  self.words = words.new(settings.language)
  for name, method in pairs(settings.server and online or {}) do
    self[name] = method
  end
  return self
end

-- A function for the loop to call: runs guarded, and shows what it changed.
function app:guarded(body)
  return function(...)
    local is_well, failure = xpcall(body, debug.traceback, ...)
    if not is_well then
      self:fail(failure)
    elseif not self.is_leaving then
      local drew, why = xpcall(self.show, debug.traceback, self)
      if not drew then
        self:fail(why)
      end
    end
  end
end

-- Shows what is drawn, unless the terminal is still busy with the last picture.
function app:show()
  if self.is_leaving or self.tty.is_writing or not self.tty.is_ours then
    return -- it is shown when that is out
  end
  local cells = self.cells
  cells:clear()
  local notice = self.tty:take_notice()
  if self:is_too_small() then
    local line = self.words:say("too_small", {
      width = cells.width, height = cells.height,
      plain = not self.settings.server
              and command_line.of("play", "--plain") or nil })
    cells:write_lines(0, 0, text.wrap(line, cells.width), nil)
  elseif self.screen then
    self.screen:draw(cells)
    for _, page in ipairs(self.overlays) do
      page:draw(cells, self.words)
    end
  else
    self:draw_start(cells)
  end
  local bytes = notice .. cells:changes()
  if bytes ~= "" then
    self.tty:write(bytes, self:guarded(function() end))
  end
end

-- What is shown before the host has answered.
function app:draw_start(cells)
  local server = self.settings.server
  cells:write(2, 1, self.words:say(server and "connecting" or "starting",
                                   { server = server }), palette.STYLES.text)
  local trouble = server and self:connection_text()
  if trouble then
    cells:write_lines(2, 3, text.wrap(trouble, cells.width - 4),
                      palette.STYLES.warning)
  end
end

function app:tick()
  local screen = self.screen
  if screen and screen.tick then
    screen:tick(FRAME_MS / 1000)
  end
end

-- Starts the clock where something moves, and stops it where nothing does.
function app:set_clock(is_running)
  if is_running and not self.clock:is_active() then
    self.clock:start(FRAME_MS, FRAME_MS, self:guarded(function()
      self:tick()
    end))
  elseif not is_running then
    self.clock:stop()
  end
end

function app:start_tty()
  self.tty = tty.open()
  local width, height = self.tty:size()
  self.cells = cells_of.new(width, height, self.settings.color)
  self.escape_timer = uv.new_timer()
  self.waking = uv.new_timer()
  self.clock = uv.new_timer()
  self.seconds = uv.new_timer()
  self:take_tty()
  self.signals = {}
  for name, number in pairs(SIGNALS) do
    self:on_signal(name, function()
      self:leave(128 + number)
    end)
  end
  self:on_signal("sigcont", function()
    self.waking:start(WAKING_MS, 0, self:guarded(function()
      self:wake()
    end))
  end)
  self:on_signal("sigwinch", function()
    self.cells:resize(self.tty:size())
  end)
end

function app:take_tty()
  self.input = input.new()
  self.tty:begin(self:guarded(function() end), self:guarded(function(bytes)
    self:take_bytes(bytes)
  end))
end

-- It goes on after it was stopped; in the background only to end, as by `kill %1`:
-- who takes the terminal there is stopped again.
function app:wake()
  if self.is_leaving then
    return
  elseif not self.tty.is_ours then
    self:take_tty()
  end
  self.cells:resize(self.tty:size())
end

-- Stops the program until the shell lets it go on.
function app:suspend()
  self.tty:restore()
  uv.kill(uv.getpid(), "sigtstp")
end

function app:on_signal(name, body)
  local handle = uv.new_signal()
  handle:start(name, self:guarded(body))
  self.signals[#self.signals + 1] = handle
end

-- What `castled connect` is started with.
local function connect_arguments(settings)
  if settings.ca then
    return { "connect", "--ca", settings.ca, settings.server }
  end
  return { "connect", settings.server }
end

function app:start_host()
  local settings = self.settings
  local started, reason = client.start {
    command = settings.host,
    arguments = settings.server and connect_arguments(settings)
                or { "host", settings.verbose and "--verbose" or nil },
    on_notification = self:guarded(function(method, params)
      news.take(self, method, params)
    end),
    on_end = self:guarded(function(status, signal, errors)
      self:host_ended(status, signal, errors)
    end),
    on_failure = self:guarded(function(what, trace)
      self:host_failed(what, trace)
    end),
  }
  if not started then
    self:leave(2, self.words:say("no_host", { host = settings.host,
                                              reason = reason }))
    return
  end
  self.client = started
  -- What the host answers is taken guarded too.
  local call = started.call
  started.call = function(host, method, params, done)
    call(host, method, params, done and self:guarded(done))
  end
  self:call("hello", { client = "terminal", protocol = 1 },
            function(failure, hello)
    if failure then
      self:leave(2, failure.message)
      return
    end
    for _, method in ipairs(hello.methods) do
      self.methods[method] = true
    end
    self:open()
  end)
end

-- Runs until the end; returns the exit status and what is to be said then.
function app:run()
  self:start_tty()
  self:guarded(function() self:start_host() end)()
  uv.run()
  self.tty:restore()
  return self.status, self.farewell
end

-- Ends the program: the host may save first.
function app:leave(status, farewell)
  if self.is_leaving then
    return
  end
  self.is_leaving = true
  self.status = status or 0
  self.farewell = farewell or self:save_text()
  self.tty:restore()
  self.clock:stop()
  self.seconds:stop()
  self.escape_timer:stop()
  if not self.client or self.client.has_ended then
    uv.stop()
    return
  end
  self.client:close()
  self.escape_timer:start(CLOSING_MS, 0, self:guarded(function()
    uv.stop()
    self.client:kill()
  end))
end

-- Where the game is, for whoever leaves it.
function app:save_text()
  local match = self.match
  if not match or not match.has_begun then
    return nil
  elseif not self.settings.save then
    return self.words:say("saved_not")
  end
  local said = self.words:say("saved_at", { save = self.settings.save })
  if not match.over then
    said = said .. "\n" .. self.words:say("resume_by", {
      line = command_line.of("play", "--resume", self.settings.save,
                             self.settings.has_own_rules and "--saved-rules"
                             or nil) })
  end
  return said
end

-- Something of ours is broken.
function app:fail(failure)
  local said = self.words:say("failed", { save = self.match
                                          and self.settings.save })
  self:leave(70, tostring(failure) .. "\n\n" .. said)
end

-- What the host says cannot be taken.
function app:host_failed(what, trace)
  if not what then
    self:fail(trace)
    return
  end
  local said = self.words:say("host_unreadable", {
    server = self.settings.server, is_long = what == "too_long" })
  self:leave(2, table.concat({ said, self:save_text() }, "\n"))
end

function app:host_ended(status, signal, errors)
  if self.is_leaving then
    uv.stop()
    return
  end
  local key = self.settings.server and "connect_ended" or "host_ended"
  local said = { self.words:say(key, { status = status, signal = signal }) }
  if self.settings.server and not self.screen and errors ~= "" then
    said = {} -- it could not connect, and says why
  end
  if errors ~= "" then
    local shown = errors:gsub("[\0-\8\11-\31]", "?"):gsub("\n$", "")
    said[#said + 1] = refusals.lines(shown, self.words.language)
  end
  said[#said + 1] = self:save_text()
  self:leave(2, table.concat(said, "\n"))
end

function app:take_bytes(bytes)
  if not bytes then
    self:leave(128 + SIGNALS.sighup)
    return
  end
  self.escape_timer:stop()
  local events, waits = self.input:take(bytes)
  for _, event in ipairs(events) do
    self:key(event)
  end
  if waits and not self.is_leaving then
    self:await_end(QUIET[waits])
  end
end

-- Ends what waits in the input when nothing comes.
function app:await_end(quiet)
  local left = quiet.times
  self.escape_timer:start(quiet.ms, quiet.ms, self:guarded(function()
    left = left - 1
    if left > 0 then
      return
    end
    self.escape_timer:stop()
    for _, event in ipairs(self.input:flush()) do
      self:key(event)
    end
  end))
end

function app:is_too_small()
  return layout.is_too_small(self.cells.width, self.cells.height)
end

-- Ctrl-C: leaves, unless the screen asks first, where one could see that; pressed
-- again, it leaves.
function app:interrupt()
  local screen = self.screen
  if screen and screen.ask_out and #self.overlays == 0
     and not self:is_too_small() then
    screen:ask_out()
  else
    self:leave()
  end
end

-- A key, the mouse, or what was pasted. That is for a line that is typed: what
-- else has keys would take a text for many of them.
function app:key(event)
  local page = self.overlays[#self.overlays]
  if self.is_leaving or event.paste and not (page and page.is_typing) then
    return
  elseif event.key == "c" and event.control then
    self:interrupt()
  elseif event.key == "z" and event.control then
    self:suspend()
  elseif event.key == "l" and event.control then
    self.cells:resize(self.tty:size())
  elseif self:is_too_small() then
    if event.key == "q" then -- for the rest one would have to see something
      self:interrupt()
    end
  elseif page then
    if page:key(event) then
      self:take_away(page)
    end
  elseif self.screen then
    self.screen:key(event)
  elseif event.key == "q" then
    self:leave()
  end
end

-- Lays a page over the screen; below the line that somebody is typing, unless it
-- is one itself.
function app:lay_over(page)
  local top = #self.overlays
  local is_typed = top > 0 and self.overlays[top].is_typing
                   and not page.is_typing
  table.insert(self.overlays, is_typed and top or top + 1, page)
end

-- Takes a page away.
function app:take_away(page)
  for index, other in ipairs(self.overlays) do
    if other == page then
      table.remove(self.overlays, index)
      return
    end
  end
end

-- Asks the host; a failure comes in the player's language.
function app:call(method, params, done)
  self.client:call(method, params, done and function(failure, result)
    if failure then
      failure.message = refusals.text(failure.message, self.words.language)
    end
    done(failure, result)
  end)
end

return app
