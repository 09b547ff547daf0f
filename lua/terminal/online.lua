-- Playing at a server, through `castled connect`: the lobby, sitting down,
-- coming back, watching, leaving. These are methods of the program (app.lua)
-- that take the place of session.lua's, or stand beside them.

local game_screen = require "terminal.game_screen"
local game_words  = require "terminal.game_words"
local json        = require "castled.json"
local link        = require "castled.link"
local lobby       = require "terminal.lobby"
local match_of    = require "terminal.match"
local pages       = require "terminal.pages"
local profile     = require "terminal.profile"
local server_rows = require "terminal.server_rows"
local setup       = require "terminal.setup"
local waiting     = require "terminal.waiting"

local online = {}

local CONTRIBUTION_MAX = 120 -- characters

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

-- The lobby ---------------------------------------------------------------------

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
  self.screen = self.lobby
  self.seconds:start(1000, 1000, self:guarded(function()
    self:second()
  end))
  self:call("rulesets.list", {}, self:need(function(result)
    self.games = result.games
    for _, game in ipairs(result.games) do
      self:describe(game.name, function() self.lobby:fill() end)
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
  self.screen = self.lobby
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
    return self.words:say("other_server", { server = found.server,
                                            link = typed })
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

-- A new game ----------------------------------------------------------------------

-- The screen before a new game, with what was planned the last time.
function online:plan_game()
  local settings = self.settings
  local name = settings.game or self.games and self.games[1]
               and self.games[1].name
  if not name then
    return
  end
  self:describe(name, function(description)
    self:check_players(description)
    self.plan = self.plan or server_rows.plan(settings, #description.seats)
    self.screen = setup.new(self, description, server_rows)
  end)
end

function online:leave_setup()
  self:to_lobby()
end

-- Makes the game that is planned, and sits down in it or watches it.
function online:create()
  local screen = self.screen
  local own = self.plan.own
  self:with_name(function()
    if screen.is_creating then
      return
    end
    screen.is_creating = true
    self:call("game.create", server_rows.create(self, screen.description),
              function(failure, created)
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
                                  contribution = self.plan.contribution })
      else
        self:watch(created.game)
      end
    end)
  end)
end

-- Into a game, and out ---------------------------------------------------------------

-- Makes the match for a game: what it is is asked first, since its news comes
-- with the answer of joining.
function online:meet(game, done)
  self:call("game.about", { game = game }, self:need(function(about)
    local variants, options = about.variants, json.value(about.options)
    local params = { game = about.name,
                     variants = variants and #variants > 0 and variants or nil,
                     options = options and next(options) and options or nil }
    self:call("rulesets.describe", params, self:need(function(description)
      local match = match_of.new(about.game, about.seats, description,
                                 self.words.language)
      match.about = about
      match:sit_at(nil)
      match.is_catching_up = about.state == "playing" or about.state == "over"
      done(match, about)
    end))
  end))
end

-- Says to who sits in a game that goes on that the order was sealed without
-- them, once.
function online:tell_apart(match)
  local seat = match.about.seats[match.own_seat or 0]
  local is_apart = seat and match.about.level == 1 and seat.contributes == false
                   and match.about.state == "playing"
  if is_apart and not self.is_told_apart[match.id] then
    self.is_told_apart[match.id] = true
    self:warn(self.words:say("sealed_without_you"))
  end
end

-- Calls the method that lets one into a game, and shows it. `otherwise`, if
-- there is one, is called with the error when one is not let in.
function online:go_in(match, method, params, otherwise)
  local before = self.match
  params.game = match.id
  self.match = match
  self.screen.trouble = nil
  self:call(method, params, function(failure, result)
    if failure then
      self.match = before
      if otherwise then
        otherwise(failure)
      else
        self.screen.trouble = failure.message
      end
      return
    end
    match:sit_at(json.value(result.seat))
    self.overlays = {}
    if match.is_catching_up then
      self:to_board()
      self:tell_apart(match)
    else
      self:to_waiting(match)
    end
  end)
end

-- Shows who sits and how the order is sealed, if that is not shown yet.
function online:to_waiting(match)
  if not self.screen.take_sealing or self.screen.match ~= match then
    self.screen = waiting.new(self, match)
  end
end

function online:to_board()
  self.screen = game_screen.new(self, self.match)
  self:told(self.match)
  self:set_clock(self.match:is_telling())
end

-- Sits down; params are those of game.join, less name and game.
function online:join(game, params)
  self:meet(game, function(match)
    params.name = self.name
    self:go_in(match, "game.join", params)
  end)
end

-- Sits down in the first free seat, or in that of an invitation; what the
-- player adds to the shuffle is asked first.
function online:sit(game, invitation)
  self:with_name(function()
    self:meet(game, function(match, about)
      local function join(typed)
        self:go_in(match, "game.join", { name = self.name,
          invitation = invitation, contribution = typed })
      end
      if about.level ~= 1 then
        join(nil)
        return
      end
      local asks = self.words:say("sit_down", {
        players = game_words.players(about, self.words) })
      self:lay_over(pages.type(asks, "", function(typed)
        join(typed:find("%S") and typed or nil)
      end, CONTRIBUTION_MAX))
    end)
  end)
end

function online:watch(game)
  self:meet(game, function(match)
    self:go_in(match, "game.watch", {})
  end)
end

-- Comes back to a seat that is kept on this machine; `seat` may be nil where
-- there is one of that game.
function online:rejoin(game, seat)
  self:meet(game, function(match)
    self:go_in(match, "game.rejoin", { seat = seat })
  end)
end

-- Looks at a game that is over: from one's own seat, where it is still kept on
-- this machine, so that one can ask for another game. `goes_on`: to that one, if
-- there is one.
function online:look(game, goes_on)
  self:meet(game, function(match)
    match.asked_rematch = goes_on
    self:go_in(match, "game.rejoin", { seat = self.finished[game] }, function()
      match.asked_rematch = nil
      self:go_in(match, "game.watch", {})
    end)
  end)
end

-- Back into a game that was made here, before it has begun.
function online:rejoin_made(game)
  local made = self.made[game]
  if made.seat then
    self:join(game, { seat = made.seat, invitation = made.invitation })
  else
    self:watch(game)
  end
end

-- Follows a link: back to one's own seat, else to a free one, else to watch.
function online:follow(found)
  self:call("connect.seats", {}, self:need(function(result)
    for _, kept in ipairs(result.seats) do
      if kept.game == found.game and kept.here then
        self:rejoin(found.game, json.value(kept.seat))
        return
      end
    end
    self:call("game.about", { game = found.game }, self:need(function(about)
      if about.state == "open" and (found.invitation
                                    or game_words.free_count(about) > 0) then
        self:sit(found.game, found.invitation)
      elseif about.state == "over" then
        self:look(found.game)
      else
        self:watch(found.game)
      end
    end))
  end))
end

-- Back to the lobby. A seat stays one's own once the order is being sealed.
function online:leave_game()
  self:call("game.leave", { game = self.match.id })
  self:to_lobby()
end

-- The next game of those who asked for another one; `invitation` lets one into
-- the own seat, and who watched watches again.
function online:go_on(next_game)
  if next_game.seat then
    self:join(next_game.next, { seat = next_game.seat,
                                invitation = next_game.invitation })
  else
    self:watch(next_game.next)
  end
end

-- How it stands with the server ---------------------------------------------------

function online:is_connected()
  return not self.connection or self.connection.state == "connected"
end

-- What is wrong with the connection, in words, or nil.
function online:connection_text()
  if self:is_connected() then
    return nil
  end
  return self.words:say("connection_" .. self.connection.state, {
    reason = json.value(self.connection.reason),
    server = self.settings.server })
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
  self:lay_over(pages.new(self.words:say("warning"),
                          { { said, style = "warning" } },
                          self.words:say("page_keys")))
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
  return self.words:say("seat_stays", { server = self.settings.server,
                                        game = match.id, clock = has_clock })
end

return online
