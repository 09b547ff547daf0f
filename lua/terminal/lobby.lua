-- The lobby of a server: games to join, to watch, to come back to; a new one. It
-- asks again every few seconds.

local form_of    = require "terminal.form"
local json       = require "castled.json"
local lobby_rows = require "terminal.lobby_rows"
local pages      = require "terminal.pages"
local palette    = require "terminal.palette"
local text       = require "terminal.text"
local uv         = require "luv"

local STYLES = palette.STYLES

local REFRESH_SECONDS = 3
local WIDTH_MAX = 76
local NOT_FOUND = 1 -- an error's code

-- The lists of games, and how many are asked for.
local COUNTS = { open = 50, playing = 30, over = 12 }
local OWN_MAX = 20 -- of one's own games the newest are shown

-- How long after the end of a game it is asked whether there is a next one.
local REMATCH_SECONDS = 3600

local lobby = {}
lobby.__index = lobby

function lobby.new(app)
  local self = setmetatable({ app = app, games = {}, seats = {}, abouts = {},
                              turns = {}, age = 0 }, lobby)
  self.form = form_of.new(app, {})
  self:fill()
  return self
end

-- Makes the lines anew.
function lobby:fill()
  self.form:take(lobby_rows.all(self))
end

-- Asks for something; take(result) gets the answer.
local function ask(self, method, params, take)
  self.app:call(method, params, function(failure, result)
    if failure then
      self.trouble = failure.message
    else
      take(result)
      self:fill()
    end
  end)
end

-- Whose turn it is in one's own game, asked when the game has changed.
local function ask_turn(self, about)
  local known = self.turns[about.game]
  if about.state ~= "playing" or known and known.changed == about.changed then
    return
  end
  self.app:call("game.view", { game = about.game }, function(_, view)
    if view then
      self.turns[about.game] = { changed = about.changed,
                                 seat = json.value(view.game.seat_on_turn) }
      self:fill()
    end
  end)
end

-- Whether it is the turn of a seat in a game, as far as is known.
function lobby:is_turn(game, seat)
  local turn = self.turns[game]
  return turn ~= nil and seat ~= nil and turn.seat == seat
end

-- Whether nothing can be new about a game: it was over long ago.
local function is_settled(about)
  local age = uv.gettimeofday() - (about.changed or 0) // 1000
  return about.state == "over" and age > REMATCH_SECONDS
end

-- What one's own game is: a server does not list those that have a link only;
-- and the game that follows on it.
local function ask_about(self, kept)
  local known = self.abouts[kept.game]
  if known and is_settled(known) then
    return
  end
  self.app:call("game.about", { game = kept.game }, function(failure, about)
    if failure and failure.code == NOT_FOUND then
      kept.is_gone = true
    else
      self.abouts[kept.game] = about or known
      if about and json.value(kept.seat) then
        ask_turn(self, about)
      end
      local next_game = about and json.value(about.next)
      if next_game then
        ask_about(self, { game = next_game })
      end
    end
    self:fill()
  end)
end

-- The seats that are kept on this machine for games at this server, then those
-- of games that were played to the end or made since the program began.
local function own_seats(self, kept_seats)
  local list, is_there = {}, {}
  local function add(kept)
    if #list < OWN_MAX then
      list[#list + 1] = kept
      is_there[kept.game] = true
    end
  end
  for _, kept in ipairs(kept_seats) do
    if kept.here then
      add(kept) -- who plays both sides has two seats of a game
    end
  end
  for _, game in ipairs(json.keys(self.app.finished)) do
    if not is_there[game] then
      add { game = game, seat = self.app.finished[game] }
    end
  end
  for _, game in ipairs(json.keys(self.app.made)) do
    if not is_there[game] then
      add { game = game, is_made = true }
    end
  end
  return list
end

-- Asks the server what there is now.
function lobby:refresh()
  self.age = 0
  ask(self, "connect.seats", {}, function(result)
    self.seats = own_seats(self, result.seats)
    for _, kept in ipairs(self.seats) do
      ask_about(self, kept)
    end
  end)
  for state, count in pairs(COUNTS) do
    ask(self, "games.list", { state = state, count = count }, function(result)
      self.games[state] = result.games
    end)
  end
end

-- A second has passed.
function lobby:second()
  self.age = self.age + 1
  if self.age >= REFRESH_SECONDS and self.app:is_connected() then
    self:refresh()
  end
end

function lobby:draw(cells)
  local app = self.app
  local words = app.words
  local column = cells:write(2, 1, words:say("lobby_title"), STYLES.title)
  cells:write(column + 2, 1, text.cut(app.settings.server,
                                      cells.width - column - 4), STYLES.faint)
  local width = math.min(WIDTH_MAX, cells.width * 5 // 8)
  self.form:draw(cells, 3, cells.height - 7, width)
  local trouble = app:connection_text() or self.trouble
  if trouble then
    cells:write_lines(2, cells.height - 3, text.wrap(trouble, cells.width - 4),
                      STYLES.warning, cells.width - 2)
  end
  cells:write(2, cells.height - 1,
              text.cut(words:say("lobby_keys"), cells.width - 3), STYLES.faint)
end

function lobby:key(event)
  if event.key then
    self.trouble = nil
  end
  local has_changed, is_known = self.form:key(event)
  if has_changed then
    self:fill()
  elseif is_known then
    return
  elseif event.key == "f1" then
    local words = self.app.words
    self.app:lay_over(pages.new(words:say("help"), words:lines("lobby_help"),
                                words:say("page_keys")))
  elseif event.key == "r" then
    self:refresh()
  elseif event.key == "n" then
    self.app:plan_game()
  elseif event.key == "q" then
    self.app:leave()
  end
end

return lobby
