-- Playing at a server, through `castled connect`: the lobby, a new game, how it
-- stands with the server; entering.lua has the way into a game and out. These
-- are methods of the program (app.lua) that take the place of session.lua's, or
-- stand beside them.

local command_line = require "castled.command_line"
local entering    = require "terminal.entering"
local game_words  = require "castled.game_words"
local json        = require "castled.json"
local link        = require "castled.link"
local lobby       = require "terminal.lobby"
local new_game    = require "castled.new_game"
local pages       = require "terminal.pages"
local profile     = require "terminal.profile"
local refusals    = require "castled.refusals"
local server_rows = require "terminal.server_rows"
local setup       = require "terminal.setup"

local NO_GAME = 1 -- the protocol's code of an error

local online = {}

for name, method in pairs(entering) do
  online[name] = method
end

-- What goes wrong is said on the screen that there is; what was typed stays.
function online:need(done)
  return function(failure, result)
    if failure then
      self.screen.trouble = failure.message
    else
      done(result)
    end
  end
end

-- After hello: the lobby, or straight to a game that the command line named.
function online:open()
  local settings = self.settings
  self.name = profile.clean(settings.name) or profile.name()
  if settings.name and self.name then
    profile.keep(self.name)
  end
  self.descriptions, self.invitations = {}, {}
  self.made, self.finished, self.is_told_apart = {}, {}, {}
  self.lobby = lobby.new(self)
  self:show_screen(self.lobby)
  self.seconds:start(1000, 1000, self:guarded(function()
    self:second()
  end))
  self:call("rulesets.list", {}, self:need(function(result)
    self.games = result.games
    for _, game in ipairs(result.games) do
      self:describe(game.name, function() self.lobby:fill() end)
    end
    if self.is_planning and self.screen == self.lobby then
      self:plan_game()
    end
  end))
  self.lobby:refresh()
  if settings.rejoin then
    self:rejoin(settings.rejoin)
  elseif settings.link then
    self:follow(settings.link)
  end
end

-- The description of a game without variants, asked for once.
function online:describe(name, done)
  local known = self.descriptions[name]
  if known then
    done(known)
    return
  end
  self:call("rulesets.describe", { game = name }, self:need(function(described)
    self.descriptions[name] = described
    done(described)
  end))
end

function online:to_lobby(trouble)
  self.match = nil
  self.lobby.trouble = trouble
  self:show_screen(self.lobby)
  self.lobby:fill()
  self.lobby:refresh()
  self:set_title(nil)
end

-- Whether a server's address is that of the server we are at.
function online:is_here(server)
  return link.is_same_server(server, self.settings.server)
end

-- A second has passed.
function online:second()
  if self.screen and self.screen.second then
    self.screen:second()
  end
end

-- Goes where a link says. Returns why not, in words.
function online:take_link(typed)
  local found = link.read(typed)
  if not found or not found.game then
    return self.words:say("no_link")
  elseif found.server and not self:is_here(found.server) then
    return self.words:say("other_server", {
      server = found.server, line = command_line.of("play", typed) })
  end
  self:follow(found)
  return nil
end

-- Keeps the name that others see; false when there is none in it.
function online:take_name(typed)
  local name = profile.clean(typed)
  if name then
    self.name = name
    profile.keep(name)
    self.lobby:fill()
  end
  return name ~= nil
end

-- Calls done when there is a name; asks for it where there is none.
function online:with_name(done)
  if self.name then
    done()
    return
  end
  self:lay_over(pages.type(self.words:say("type_name"), os.getenv("USER") or "",
                           function(typed)
    if not self:take_name(typed) then
      return false
    end
    done()
    return true
  end, profile.NAME_MAX))
end

-- The name of the game that a new one is of; nil while it is not known.
local function game_name(self)
  return self.settings.game or self.games and self.games[1]
         and self.games[1].name
end

-- The screen before a new game, with what was planned the last time.
function online:plan_game()
  local settings = self.settings
  local name = game_name(self)
  self.is_planning = name == nil -- until it is known what games there are
  if not name then
    return
  end
  self:describe(name, function(description)
    self:check_players(description)
    self.plan = self.plan or server_rows.plan(settings, #description.seats)
    self:show_screen(setup.new(self, description, server_rows))
  end)
end

function online:leave_setup()
  self:to_lobby()
end

-- Makes the game that is planned, and sits down in it or watches it.
function online:create()
  self:make(server_rows.create(self, self.screen.description), self.plan.own,
            self.plan.contribution)
end

-- Makes a game against a bot as the game is printed, and sits down in it.
function online:quick_game()
  local name = game_name(self)
  if name then
    self:make(new_game.against_bot(name), 1)
  end
end

-- Makes a game with the parameters of game.create. Who makes it sits down in the
-- seat `own`, with what they add to the shuffle, or watches when there is none.
-- Without a server nothing is made, not later either: the screen says so.
function online:make(params, own, contribution)
  local screen = self.screen
  if not self:is_connected() then
    return
  end
  self:with_name(function()
    if screen.is_creating then
      return
    end
    screen.is_creating = true
    self:call("game.create", params, function(failure, created)
      screen.is_creating = false
      if failure then
        screen.trouble = failure.message
        return
      end
      local by_seat = {}
      for _, item in ipairs(json.value(created.invitations) or {}) do
        by_seat[item.seat] = item.invitation
      end
      local mine = own and by_seat[own]
      by_seat[own or 0] = nil
      self.invitations[created.game] = by_seat
      self.made[created.game] = { seat = own, invitation = mine }
      if own then
        self:join(created.game, { seat = own, invitation = mine,
                                  contribution = contribution })
      else
        self:watch(created.game)
      end
    end)
  end)
end

function online:is_connected()
  return not self.connection or self.connection.state == "connected"
end

-- What is wrong with the connection, in words, or nil.
function online:connection_text()
  if self:is_connected() then
    return nil
  end
  local reason = json.value(self.connection.reason)
  return self.words:say("connection_" .. self.connection.state, {
    reason = reason and refusals.text(reason, self.words.language),
    server = self.settings.server })
end

-- Goes to the lobby when the server has not the game any more, as after it was
-- lost there.
function online:look_for(match)
  self:call("game.about", { game = match.id }, function(failure)
    if failure and failure.code == NO_GAME and self.match == match then
      self:to_lobby(failure.message)
    end
  end)
end

-- Asks whether one would leave the program from before the first tile: one's
-- seat stays, and what is done without one is said.
function online:ask_out(match)
  local has_clock = json.value(match.about.clock) ~= nil
  self:lay_over(pages.ask(self.words:say("out_of_waiting", {
    clock = has_clock }), function() self:leave() end))
end

-- Shows what a player must know, until a key.
function online:warn(said)
  local page = pages.new(self.words:say("warning"),
                         { { said, style = "warning" } },
                         self.words:say("page_keys"))
  page.must_be_read = true
  self:lay_over(page)
end

-- Says that it is one's turn: by the bell, in the window's title, and where
-- terminals show messages.
function online:your_turn(match)
  local said = self.words:say("your_turn", {
    players = game_words.players({ seats = match.seats }, self.words) })
  self.tty:notify(said)
  self:set_title(self.words:say("title_turn"))
end

-- The window's title; nil: as it was.
function online:set_title(title)
  self.tty:title(title)
end

-- What is said at the end.
function online:save_text()
  local match = self.match
  if not match or not match.own_seat or match.over then
    return nil
  end
  local has_clock = json.value(match.about.clock) ~= nil
  return self.words:say("seat_stays", {
    clock = has_clock, line = command_line.of("play", "--server",
                                              self.settings.server, "--rejoin",
                                              match.id) })
end

return online
