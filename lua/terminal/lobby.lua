-- The lobby of a server: games to join, to watch, to come back to; a new one. It
-- asks again every few seconds.

local form_of    = require "terminal.form"
local json       = require "castled.json"
local lobby_rows = require "terminal.lobby_rows"
local own_games  = require "castled.own_games"
local pages      = require "terminal.pages"
local palette    = require "terminal.palette"
local text       = require "terminal.text"

local STYLES = palette.STYLES

local REFRESH_SECONDS = 3
local WIDTH_MAX = 76

-- The lists of games, and how many are asked for.
local COUNTS = { open = 50, playing = 30, over = 12 }

local lobby = {}
lobby.__index = lobby

function lobby.new(app)
  local self = setmetatable({ app = app, games = {}, seats = {}, age = 0 }, lobby)
  self.own = own_games.new {
    ask = function(...) app:call(...) end,
    changed = function() self:fill() end,
    mine = function() return self.seats end,
    told = function() end, -- nothing, of games that one is not at
  }
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

-- The seats that are kept on this machine for games at this server, then those
-- of games that were played to the end or made since the program began.
local function own_seats(self, kept_seats)
  local list, is_there = {}, {}
  local function add(kept)
    if #list < own_games.MAX then
      list[#list + 1] = kept
      is_there[kept.game] = true
    end
  end
  for _, kept in ipairs(kept_seats) do
    if kept.here then -- who plays both sides has two seats of a game
      add { game = kept.game, seat = json.value(kept.seat) }
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

-- Asks what is new of the game that follows on one's own, while it may wait for one.
local function ask_next(self, game)
  local about = game and self.own:about(game)
  if game and (not about or about.state == "open") then
    self.own:ask_one(game)
  end
end

-- Asks the server what there is now.
function lobby:refresh()
  self.age = 0
  ask(self, "connect.seats", {}, function(result)
    self.seats = own_seats(self, result.seats)
    self.own:ask()
    for _, entry in ipairs(self.own:list()) do
      ask_next(self, json.value(entry.about.next))
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
