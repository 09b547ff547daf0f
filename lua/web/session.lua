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
--
-- of which it needs open and draw only. What a dispatch sends goes out as one
-- line when it is done.

local html   = require "web.html"
local json   = require "castled.json"
local routes = require "web.routes"
local words  = require "web.words"

local TURN_TOLD_MAX = 200 -- turns in other games that are not told again
local EARLY_MAX = 5000    -- notifications before the first path is opened

-- Notifications that the browser's script needs, of all its games.
local PASSED = {
  ["game.sealing"] = true, ["game.head"] = true, ["game.left"] = true,
  ["game.rematch"] = true, ["game.over"] = true, ["game.seats"] = true,
}

local session = {}
session.__index = session

-- `tell(text)` sends a line to the browser; `ask(method, params, done)` asks the
-- daemon as its peer.
function session.new(shared, tell, ask)
  local self = setmetatable({ shared = shared, process = shared, tell = tell,
                              asks = ask, parts = {}, seats = {}, mine = {},
                              is_mine = {}, turns_told = {}, turns_count = 0,
                              early = {}, early_count = 0 }, session)
  self:speak(nil, nil)
  return self
end

-- Out ----------------------------------------------------------------------------

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

-- Asking ---------------------------------------------------------------------------

-- An answer is for the screen that asked, and for no other.
local function for_screen(self, done)
  local screen = self.screen
  return function(failure, result)
    if self.is_gone or self.screen ~= screen or not done then
      return
    end
    self:guard(done, failure, result)
  end
end

-- Asks the daemon as the browser's peer. done(failure, result) is not called
-- when another screen is shown by then.
function session:ask(method, params, done)
  self.asks(method, params, for_screen(self, done))
end

-- Asks the daemon as this process.
function session:own_ask(method, params, done)
  self.shared:ask(method, params, for_screen(self, done))
end

-- Asks what is kept for all: session:know("describe", ...) is shared:describe.
function session:know(what, ...)
  local arguments = table.pack(...)
  arguments[arguments.n] = for_screen(self, arguments[arguments.n])
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

-- Makes a game as the browser's peer; `params` are those of game.create. The
-- browser then takes its seat, the first that is held, if there is one.
function session:create(params, is_watching)
  self:ask("game.create", params, function(failure, game)
    if failure then
      self:fail(failure)
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

-- The browser keeps a seat no more.
function session:forget_seat(game)
  self.seats[game], self.is_mine[game] = nil, nil
  self:send { forget = game }
end

-- Screens --------------------------------------------------------------------------

-- Runs a function of a screen. When it fails the operator is told why and the
-- player that it did, and the page is drawn anew; then all goes on.
function session:guard(act, ...)
  local arguments = table.pack(...)
  local is_well, trace = xpcall(function()
    return act(table.unpack(arguments, 1, arguments.n))
  end, debug.traceback)
  if not is_well then
    io.stderr:write("page: ", tostring(self.path), ": ", trace, "\n")
    self.pending = nil
    self:send { error = { text = self.words:say("page_failed") } }
    self:draw_again()
  end
  self:flush()
end

-- Draws the screen anew; one that cannot be drawn is given up.
function session:draw_again()
  self.parts = {}
  local is_well, trace = xpcall(function()
    if self.screen then
      self.screen:draw()
    end
  end, debug.traceback)
  if not is_well then
    io.stderr:write("page: drawn anew: ", trace, "\n")
    self.pending = nil
    self.screen = nil
    self.parts = {}
    self:frame(html.p { class = "conflict", self.words:say("page_failed") })
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

local function leave_game(self)
  local game = self.game
  self.game = nil
  if game and not self.seats[game] and not self.is_mine[game] then
    self.asks("game.leave", { game = game }, function() end)
  end
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

-- In -----------------------------------------------------------------------------

function session:speak(chosen, wishes)
  self.language = words.choose(chosen, wishes)
  self.words = self.shared:words_in(self.language)
end

-- Which games the browser keeps seats of: ids, or ids with the seat.
local function take_mine(self, mine)
  self.mine, self.is_mine = {}, {}
  for _, item in ipairs(type(mine) == "table" and mine or {}) do
    local kept = type(item) == "table" and item or { game = item }
    if type(kept.game) == "string" and not self.is_mine[kept.game] then
      self.mine[#self.mine + 1] = { game = kept.game,
                                    seat = math.tointeger(kept.seat) }
      self.is_mine[kept.game] = true
    end
  end
end

local PAGE = {}

function PAGE.open(self, message)
  local before = self.language
  self.wishes = message.languages or self.wishes
  self:speak(json.value(message.language), self.wishes)
  take_mine(self, message.mine)
  self.is_invited = message.invited == true
  if not self.has_words or before ~= self.language then
    self.has_words = true
    self:send { words = self.words:of_script(), language = self.language }
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
  self:send { words = self.words:of_script(), language = self.language }
  self.parts = {}
  if self.screen then
    self.screen:draw()
  end
end

local function sit(self, game, seat)
  self.seats[game] = seat
  if game == self.game then
    self.seat = seat
    if self.screen.seated then
      self.screen:seated(seat)
    end
  end
end

function PAGE.seated(self, message)
  if type(message.game) == "string" then
    self.is_mine[message.game] = true
    sit(self, message.game, math.tointeger(message.seat))
  end
end

function PAGE.unseated(self, message)
  if type(message.game) == "string" then
    self.is_mine[message.game] = nil
    sit(self, message.game, nil)
  end
end

-- Takes what the browser says.
function session:hear(message)
  local act = PAGE[message.page]
  if act then
    self:guard(act, self, message)
  end
end

-- It is the player's turn in a game that is not shown.
local function tell_turn(self, params)
  local key = params.game .. " " .. tostring(params.seq)
  if self.turns_told[key] then
    return
  end
  self.turns_count = self.turns_count + 1
  if self.turns_count > TURN_TOLD_MAX then
    self.turns_told, self.turns_count = {}, 1
  end
  self.turns_told[key] = true
  if self.screen and self.screen.turned then
    self.screen:turned(params.game)
    return
  end
  self:send { notice = { text = self.words:say("turn_elsewhere"), kind = "info",
                         path = "/games/" .. params.game } }
end

local function keep_early(self, method, game, text)
  self.early_count = self.early_count + 1
  if self.early_count <= EARLY_MAX then
    local list = self.early[game] or {}
    self.early[game] = list
    list[#list + 1] = { method, self.shared:decode(text).params }
  end
end

-- Whether the browser's script needs a notification: it has nothing to do in
-- games that it only watches. Whoever sits down before a game begins is told
-- things before it is known that they sit.
local function is_passed(self, method, game)
  return PASSED[method]
         and (self.seats[game] or self.is_mine[game] or game ~= self.game
              or not self.only_watches)
end

-- Takes a notification, `text`: passes on what the script needs of any game,
-- and tells the screen what is of its game.
function session:told(method, game, text)
  if is_passed(self, method, game) then
    self:flush()
    self.tell('{"pass":' .. text .. "}")
  end
  if self.early then
    keep_early(self, method, game, text)
  elseif game == self.game then
    if self.screen.take then
      self:guard(self.screen.take, self.screen, method,
                 self.shared:decode(text).params)
    end
  elseif method == "game.question" then
    self:guard(tell_turn, self, self.shared:decode(text).params)
  end
end

-- The browser has gone.
function session:gone()
  self.is_gone = true
  if self.screen and self.screen.close then
    self.screen:close()
  end
end

return session
