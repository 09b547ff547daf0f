-- Into a game at a server, and out: sitting down, coming back, watching,
-- leaving. These are methods of the program, as those of online.lua are.

local clocks      = require "castled.clocks"
local game_screen = require "terminal.game_screen"
local game_words  = require "castled.game_words"
local json        = require "castled.json"
local match_of    = require "terminal.match"
local pages       = require "terminal.pages"
local waiting     = require "terminal.waiting"

local entering = {}

local CONTRIBUTION_MAX = 120 -- characters
local IS_NO = { [2] = true, [3] = true } -- errors: refused, and not now

-- Makes the match for a game: what it is is asked first, since its news comes
-- with the answer of joining; the rules are those that the game keeps.
function entering:meet(game, done)
  self:call("game.about", { game = game }, self:need(function(about)
    self:call("game.describe", { game = game }, self:need(function(description)
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
function entering:tell_apart(match)
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
function entering:go_in(match, method, params, otherwise)
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
    self:clear_overlays()
    if match.is_catching_up then
      self:to_board()
      self:tell_apart(match)
    else
      self:to_waiting(match)
    end
  end)
end

-- Shows who sits and how the order is sealed, if that is not shown yet.
function entering:to_waiting(match)
  if not self.screen.take_sealing or self.screen.match ~= match then
    self:show_screen(waiting.new(self, match))
  end
end

function entering:to_board()
  self:show_screen(game_screen.new(self, self.match))
  self:told(self.match)
  self:set_clock(self.match:is_telling())
end

-- Sits down; params are those of game.join, less name and game.
function entering:join(game, params)
  self:meet(game, function(match)
    params.name = self.name
    self:go_in(match, "game.join", params)
  end)
end

-- What whoever sits down sees first: which game, by which rules and clock.
local function what_it_is(match, words)
  local about = match.about
  return table.concat({
    words:title(about.title) .. ": " .. game_words.players(about, words),
    table.concat(game_words.rules(about, match.description, words), " · "),
    clocks.rule(about.clock, words),
  }, "\n")
end

-- Joins a game that one has met. Whoever has followed a link (`by_link`) and comes
-- too late, or with one that opens nothing, watches: the lobby need not show it.
local function take_seat(self, match, params, by_link)
  params.name = self.name
  self:go_in(match, "game.join", params, by_link and function(failure)
    if not IS_NO[failure.code] then
      self.screen.trouble = failure.message
      return
    end
    self:warn(self.words:say("cannot_sit", { reason = failure.message }))
    self:watch(match.id)
  end)
end

-- Sits down in the first free seat, or in that of an invitation; what the
-- player adds to the shuffle is asked first. Whoever comes by a link has not seen
-- what it is.
function entering:sit(game, invitation, by_link)
  self:with_name(function()
    self:meet(game, function(match, about)
      local fields = { game = what_it_is(match, self.words) }
      local function join(typed)
        take_seat(self, match, { invitation = invitation, contribution = typed },
                  by_link)
      end
      if about.level == 1 then
        self:lay_over(pages.type(self.words:say("sit_down", fields), "",
                                 function(typed)
          join(typed:find("%S") and typed or nil)
        end, CONTRIBUTION_MAX))
      elseif by_link then
        self:lay_over(pages.ask(self.words:say("sit_down_seeded", fields), join))
      else
        join()
      end
    end)
  end)
end

function entering:watch(game)
  self:meet(game, function(match)
    self:go_in(match, "game.watch", {})
  end)
end

-- Comes back to a seat that is kept on this machine; `seat` may be nil where
-- there is one of that game.
function entering:rejoin(game, seat)
  self:meet(game, function(match)
    self:go_in(match, "game.rejoin", { seat = seat })
  end)
end

-- Looks at a game that is over: from one's own seat, where it is still kept on
-- this machine, so that one can ask for another game. `goes_on`: to that one, if
-- there is one.
function entering:look(game, goes_on)
  self:meet(game, function(match)
    match.asked_rematch = goes_on
    self:go_in(match, "game.rejoin", { seat = self.finished[game] }, function()
      match.asked_rematch = nil
      self:go_in(match, "game.watch", {})
    end)
  end)
end

-- Back into a game that was made here, before it has begun.
function entering:rejoin_made(game)
  local made = self.made[game]
  if made.seat then
    self:join(game, { seat = made.seat, invitation = made.invitation })
  else
    self:watch(game)
  end
end

-- Follows a link: back to one's own seat, else to a free one, else to watch.
function entering:follow(found)
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
        self:sit(found.game, found.invitation, true)
      elseif about.state == "over" then
        self:look(found.game)
      else
        self:watch(found.game)
      end
    end))
  end))
end

-- Back to the lobby, which is to know of it: a seat stays one's own once the order
-- is being sealed, and is no more before. Without a server nobody waits for that.
function entering:leave_game()
  local match = self.match
  self:call("game.leave", { game = match.id }, function(failure)
    if self.match == match then
      self:to_lobby(failure and failure.message)
    elseif self.screen == self.lobby then
      self.lobby:refresh()
    end
  end)
  if self.match == match and not self:is_connected() then
    self:to_lobby()
  end
end

-- The next game of those who asked for another one; `invitation` lets one into
-- the own seat, and who watched watches again.
function entering:go_on(next_game)
  if next_game.seat then
    self:join(next_game.next, { seat = next_game.seat,
                                invitation = next_game.invitation })
  else
    self:watch(next_game.next)
  end
end

return entering
