-- One browser: its language, the screen that it shows, and what it has been
-- sent. A screen is what a path leads to (routes.lua); it has
--
--   open()                     draws all, for the first time
--   draw()                     draws all anew, from what it knows
--   act(what, value, values)   a button, a form
--   take(method, params)       a notification of its game
--   seated(seat)               the browser has that seat of its game, or none
--   close()                    is not shown any more
--   turned(game)               it is the player's turn in another game
--   own_news(game)             something is new of a game that the browser sits in
--
-- of which it needs open and draw only. What a dispatch sends goes out as one
-- line when it is done.

local attending = require "web.attending"
local html      = require "web.html"
local json      = require "castled.json"
local news      = require "web.news"
local routes    = require "web.routes"
local words     = require "web.words"

local CHARGE_S = 0.002 -- of work; less is added to what comes next
local FAILURES_MAX = 3 -- of a screen, within so many seconds
local FAILURE_SECONDS = 10

-- A browser is believed what it says it sits in, and no more of it is kept.
local GAMES_MAX = 100
local ID_SIZE_MAX = 64

local session = {}
session.__index = session

-- `tell(text)` sends a line to the browser; `ask(method, params, done)` asks the
-- daemon as its peer; `charge(ms)`, if it is given, is told how long this process
-- has worked for what the browser asked.
function session.new(shared, tell, ask, charge)
  local self = setmetatable({ shared = shared, process = shared, tell = tell,
                              asks = ask, charge = charge, spent = 0,
                              parts = {}, seats = {}, mine = {},
                              is_mine = {}, has_joined = {},
                              told_of = {}, turns_told = {},
                              turns_count = 0, early = {}, early_size = 0 },
                            session)
  self:speak(nil, nil)
  return self
end

-- Sends members of a message; those that are there already begin another one.
function session:send(members)
  local pending = self.pending or {}
  self.pending = pending
  for name in pairs(members) do
    if pending[name] ~= nil then
      self:flush()
      pending = {}
      self.pending = pending
      break
    end
  end
  for name, value in pairs(members) do
    pending[name] = value
  end
end

-- Sends operations on the page, behind those that wait.
function session:show(operations)
  local pending = self.pending
  if pending and pending.show and pending.question == nil
     and pending.pass == nil then
    table.move(operations, 1, #operations, #pending.show + 1, pending.show)
  elseif #operations > 0 then
    self:send { show = table.move(operations, 1, #operations, 1, {}) }
  end
end

-- Sends what waits.
function session:flush()
  local pending = self.pending
  self.pending = nil
  if pending then
    self.tell(json.encode(pending))
  end
end

-- Sets the inside of the element `id`, unless it was sent so before: compared is
-- the text `as`, or the markup itself.
function session:part(id, markup, as)
  assert(html.is_markup(markup), "a part is markup")
  local text = tostring(markup)
  local shown = as or text
  if self.parts[id] ~= shown then
    self.parts[id] = shown
    self:show { { id = id, html = text } }
  end
end

-- Sets the whole page; no part of it has been sent.
function session:frame(markup)
  self.parts = {}
  self:part("main", markup)
end

-- An answer is for the screen that asked, and for no other; a failure comes in the
-- browser's language. What it makes of it is
-- the browser's work if the question was.
function session:for_screen(done)
  local screen, is_asked = self.screen, self.is_asked
  return function(failure, result)
    if self.is_gone or self.screen ~= screen or not done then
      return
    end
    self.is_asked = self.is_asked or is_asked
    self:guard(done, self.words:failure(failure), result)
  end
end

-- Asks the daemon as the browser's peer. done(failure, result) is not called
-- when another screen is shown by then.
function session:ask(method, params, done)
  self.asks(method, params, self:for_screen(done))
end

-- Asks what is kept for all: session:know("describe", ...) is shared:describe.
function session:know(what, ...)
  local arguments = table.pack(...)
  arguments[arguments.n] = self:for_screen(arguments[arguments.n])
  self.shared[what](self.shared, table.unpack(arguments, 1, arguments.n))
end

-- A game's words in the browser's language.
function session:wording(description)
  return self.shared:wording(description, self.language)
end

-- Says that something failed, as the daemon did.
function session:fail(failure)
  self:send { error = { text = failure.message } }
end

-- Whether the screen has made no game yet. It makes one only: the browser goes to it.
function session:begin_making()
  local is_making = self.making == self.screen
  self.making = self.screen
  return not is_making
end

-- It was not made, and may be tried again.
function session:fail_making(failure)
  self.making = nil
  self:fail(failure)
end

-- Makes a game as the browser's peer, once session:begin_making has said that it may;
-- `params` are those of game.create. The browser then takes its seat, the first that
-- is held, if there is one.
function session:create(params, is_watching)
  self:ask("game.create", params, function(failure, game)
    if failure then
      self:fail_making(failure)
      return
    end
    local invitations = json.value(game.invitations) or {}
    self:send { created = {
      game = game.game, level = game.level,
      seat = not is_watching and invitations[1] and invitations[1].seat
             or json.null,
      invitations = #invitations > 0 and invitations or nil,
    } }
  end)
end

-- Whether something that a browser calls a game can be one's id.
local function is_id(game)
  return type(game) == "string" and #game <= ID_SIZE_MAX
         and game:find("^%w+$") ~= nil
end

-- The browser keeps a seat of a game, `at` that place of its list. Whether that is
-- believed: a session knows of so many games.
local function add_mine(self, game, seat, at)
  if self.is_mine[game] then
    for _, kept in ipairs(self.mine) do
      kept.seat = kept.game == game and seat or kept.seat
    end
    return true
  elseif not is_id(game) or #self.mine >= GAMES_MAX then
    return false
  end
  table.insert(self.mine, at, { game = game, seat = seat })
  self.is_mine[game] = true
  return true
end

-- The browser keeps no seat of a game any more.
function session:drop_mine(game)
  self.seats[game], self.is_mine[game], self.told_of[game] = nil, nil, nil
  self.has_joined[game] = nil
  for index = #self.mine, 1, -1 do
    if self.mine[index].game == game then
      table.remove(self.mine, index)
    end
  end
end

-- The browser is to forget a seat that it keeps.
function session:forget_seat(game)
  self:drop_mine(game)
  self:send { forget = game }
end

-- Runs a function; when it fails the operator is told why.
local function try(self, act, ...)
  local is_well, trace = xpcall(act, debug.traceback, ...)
  if not is_well then
    io.stderr:write("page: ", tostring(self.path), ": ", trace, "\n")
  end
  return is_well
end

-- Whether a screen fails again and again: to draw it anew is no help then, and
-- might go on for ever.
local function fails_often(self)
  local now = self.shared.now()
  if self.failed_screen ~= self.screen or now - self.failed_at > FAILURE_SECONDS then
    self.failed_screen, self.failed_at, self.failures = self.screen, now, 0
  end
  self.failures = self.failures + 1
  return self.failures > FAILURES_MAX
end

local function leave_game(self)
  local game = self.game
  self.game, self.attends = nil, nil
  if game and not self.seats[game] and not self.is_mine[game] then
    self.asks("game.leave", { game = game }, function() end)
  end
end

-- Gives the screen up, and says so.
local function give_up(self)
  local screen = self.screen
  self.pending, self.screen = nil, nil
  if screen and screen.close then
    try(self, screen.close, screen)
  end
  leave_game(self)
  local path = tostring(self.path):match("^/[%w/]*$") or "/"
  self:frame(html.div { class = "sheet narrow",
    html.p { class = "conflict", self.words:say("page_gave_up") },
    html.p { html.a { class = "button", href = path,
                      self.words:say("page_again") } } })
end

-- What is done now the browser has asked for: it is charged.
function session:owe()
  self.is_asked = true
end

-- So much was done besides for what it has asked.
function session:worked(seconds)
  self.spent = self.spent + seconds
end

-- A dispatch that began at `start` is done.
local function end_dispatch(self, start)
  if self.is_asked and self.charge then
    self.spent = self.spent + os.clock() - start
    if self.spent >= CHARGE_S then
      self.charge(math.floor(self.spent * 1000))
      self.spent = 0
    end
  end
  self.is_asked, self.is_working = nil, nil
end

-- Runs a function of a screen. When it fails the operator is told why and the
-- player that it did, and the page is drawn anew; then all goes on.
function session:guard(act, ...)
  local start = not self.is_working and os.clock() or nil
  self.is_working = true
  if not try(self, act, ...) then
    self.pending = nil
    self:send { error = { text = self.words:say("page_failed") } }
    self.parts = {}
    if not self.screen or fails_often(self)
       or not try(self, self.screen.draw, self.screen) then
      give_up(self)
    end
  end
  self:flush()
  if start then
    end_dispatch(self, start)
  end
end

-- Shows a screen instead of the one that is shown.
function session:enter(screen)
  if self.screen and self.screen.close then
    self.screen:close()
  end
  self.screen = screen
  self.parts = {}
  screen:open()
end

-- Shows the screen that a path leads to.
function session:open(path)
  leave_game(self)
  self.path = path
  local screen
  screen, self.game = routes.find(self, path)
  self.seat = self.seats[self.game]
  self.early, self.only_watches = nil, false
  self:enter(screen)
end

-- What was told of a game before the first path was opened: a browser that comes
-- back takes its seat first.
function session:early_of(game)
  return self.early and self.early[game] or {}
end

-- A link that the page itself follows: the browser's address is changed, too.
function session:go(path)
  self:send { path = path }
  self:open(path)
end

function session:speak(chosen, wishes)
  self.language = words.choose(chosen, wishes)
  self.words = self.shared:words_in(self.language)
end

-- Which games the browser keeps seats of: ids, or ids with the seat.
local function take_mine(self, mine)
  self.mine, self.is_mine = {}, {}
  for _, item in ipairs(type(mine) == "table" and mine or {}) do
    local kept = type(item) == "table" and item or { game = item }
    if not self.is_mine[kept.game or ""] then
      add_mine(self, kept.game, math.tointeger(kept.seat), #self.mine + 1)
    end
  end
end

local function send_words(self)
  self:send { words = self.words:of_script(), refusals = self.words:refusals(),
              language = self.language }
end

local PAGE = {}

function PAGE.open(self, message)
  local before = self.language
  self.wishes = message.languages or self.wishes
  self:speak(json.value(message.language), self.wishes)
  take_mine(self, message.mine)
  self.is_invited, self.has_made = message.invited == true, message.made == true
  self.sits_elsewhere = message.elsewhere == true
  if not self.has_words or before ~= self.language then
    self.has_words = true
    send_words(self)
  end
  self:open(tostring(message.path))
end

PAGE["do"] = function(self, message)
  local values = type(message.values) == "table" and message.values or {}
  if self.screen and self.screen.act then
    self.screen:act(tostring(message.what), json.value(message.value), values)
  end
end

function PAGE.language(self, message)
  self.wishes = message.languages or self.wishes
  self:speak(json.value(message.language), self.wishes)
  self.has_words = true
  send_words(self)
  self.parts = {}
  if self.screen then
    self.screen:draw()
  end
end

-- The browser sits in a seat of a game now, or in none.
function session:sit(game, seat)
  self.seats[game] = seat
  if game == self.game then
    self.seat = seat
    attending.seated(self, seat)
    if self.screen and self.screen.seated then
      self.screen:seated(seat)
    end
  elseif self.screen and self.screen.own_news then
    self.screen:own_news(game)
  end
end

-- Another window has the seat of a game now. Its news are told there; here one
-- watches, if the game is shown.
function session:lose(game)
  self.told_of[game] = nil
  if game == self.game then
    self.attends = nil
  end
  self:sit(game, nil)
end

local function count(set)
  local number = 0
  for _ in pairs(set) do
    number = number + 1
  end
  return number
end

function PAGE.seated(self, message)
  local game, seat = message.game, math.tointeger(message.seat)
  if add_mine(self, game, seat, 1)
     and (self.seats[game] or count(self.seats) < GAMES_MAX) then
    self.has_joined[game] = self.has_joined[game] or message.joined == true or nil
    self:sit(game, seat)
  end
end

function PAGE.unseated(self, message)
  if is_id(message.game) then
    self:drop_mine(message.game)
    self:sit(message.game, nil)
  end
end

-- Takes what the browser says.
function session:hear(message)
  local act = PAGE[message.page]
  if act then
    self:owe()
    self:guard(act, self, message)
  end
end

-- Takes a notification, `text`, of a game.
function session:told(method, game, text)
  news.take(self, method, game, text)
end

-- The browser has gone.
function session:gone()
  self.is_gone = true
  if self.screen and self.screen.close then
    self.screen:close()
  end
end

return session
