-- One's own games, as a lobby lists them: what each is, whom it waits for and how
-- long, who would play again. What is told of a game is news at once; the rest is
-- asked for now and then.

local calendar = require "castled.calendar"
local json     = require "castled.json"

local NOT_FOUND = 1 -- an error's code

-- How long after the end of a game it is asked whether there is a next one.
local REMATCH_MS = 3600 * 1000

local own_games = {}
own_games.__index = own_games

own_games.MAX = 30 -- the newest are shown

-- `options` has ask(method, params, done), changed(), which is called when there is
-- something new, mine(), the games that are kept: { game, seat }, the newest first,
-- and told(game), what was told of one: { waiting, wishes }, or nil.
function own_games.new(options)
  return setmetatable({ options = options, abouts = {}, views = {}, gone = {} },
                      own_games)
end

-- How a game stands, asked when the game has changed.
local function ask_view(self, about)
  local known = self.views[about.game]
  if about.state ~= "playing" or known and known.changed == about.changed then
    return
  end
  self.options.ask("game.view", { game = about.game }, function(_, view)
    if view then
      self.views[about.game] = { changed = about.changed, game = view.game }
      self.options.changed()
    end
  end)
end

-- Whether nothing can be new about a game: it was over long ago, or has a next one.
local function is_settled(about)
  return about and about.state == "over"
         and (json.value(about.next) ~= nil
              or calendar.ms() - about.changed > REMATCH_MS)
end

-- Asks what is new of one game.
function own_games:ask_one(game)
  if is_settled(self.abouts[game]) then
    return
  end
  self.options.ask("game.about", { game = game }, function(failure, about)
    if about then
      self.abouts[game], self.gone[game] = about, nil
      ask_view(self, about)
    elseif failure.code == NOT_FOUND then
      self.gone[game] = true
    end
    self.options.changed()
  end)
end

-- The games that are listed: the newest of those that are kept.
local function kept_games(self)
  return table.move(self.options.mine(), 1, own_games.MAX, 1, {})
end

-- What is known of a game, be it listed or not; nil while nothing is.
function own_games:about(game)
  return self.abouts[game]
end

-- Asks what is new of all of them.
function own_games:ask()
  for _, kept in ipairs(kept_games(self)) do
    self:ask_one(kept.game)
  end
end

-- Something was told of a game.
function own_games:take_news(game)
  for _, kept in ipairs(kept_games(self)) do
    if kept.game == game then
      self:ask_one(game)
    end
  end
  self.options.changed()
end

-- It is the player's turn in a game, in whatever seat.
function own_games:take_turn(game)
  self.views[game] = nil
  self:take_news(game)
end

-- Who would play again, but for oneself: a list of seats.
local function wishes(kept, about, told)
  local seats = {}
  for index in ipairs(not json.value(about.next) and about.seats or {}) do
    if index ~= kept.seat and told.wishes and told.wishes[index] then
      seats[#seats + 1] = index
    end
  end
  return seats
end

-- A game with all that is known: what is `kept`, its `about`; of one that goes on the
-- seat `on_turn`, `stop`, when its time is up, and points by seat, as far as is
-- known; of one that is over the seats that would play again, `wishes`.
local function entry_of(self, kept, about)
  local told, view = self.options.told(kept.game) or {}, self.views[kept.game]
  local is_on = about.state == "playing"
  local waiting = is_on and told.waiting or nil
  local game = is_on and view and view.game or {}
  local on_turn = waiting and waiting.seat or json.value(game.seat_on_turn)
  local scores = {}
  for seat, player in ipairs(type(game.players) == "table" and game.players or {}) do
    scores[seat] = math.tointeger(player.score)
  end
  return {
    kept = kept, about = about, on_turn = on_turn, scores = scores,
    is_turn = on_turn ~= nil and on_turn == kept.seat,
    stop = waiting and json.value(waiting["until"]) or nil,
    wishes = about.state == "over" and wishes(kept, about, told) or {},
  }
end

-- Where in the list a game stands: what waits for oneself, then what goes on, then
-- what is over.
local function group_of(entry)
  if entry.about.state == "over" then
    return #entry.wishes > 0 and 1 or 3
  end
  return entry.is_turn and 1 or 2
end

-- All of them, the newest first in each group.
function own_games:list()
  local groups, list = { {}, {}, {} }, {}
  for _, kept in ipairs(kept_games(self)) do
    local about = not self.gone[kept.game] and self.abouts[kept.game]
    if about then
      local entry = entry_of(self, kept, about)
      table.insert(groups[group_of(entry)], entry)
    end
  end
  for _, group in ipairs(groups) do
    table.move(group, 1, #group, #list + 1, list)
  end
  return list
end

return own_games
