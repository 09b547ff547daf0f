-- The lobby: one's own games, games to join, to watch, to look at again; a game
-- against a bot by one click. What is shown is asked again every few seconds.

local calendar    = require "castled.calendar"
local emblem      = require "web.emblem"
local html        = require "web.html"
local lists       = require "web.lists"
local lobby_cards = require "web.lobby_cards"
local own_games   = require "castled.own_games"

local MORE_MAX = 10 -- pages

local STATES = { "open", "playing", "over" }
local BOTS = { steward = true, random = true }

local lobby = {}
lobby.__index = lobby

function lobby.new(session)
  local self = setmetatable({ session = session, more = {}, ends = {}, asked = {},
                              has_own = {}, descriptions = {} }, lobby)
  self.own = own_games.new {
    ask = function(...) session:ask(...) end,
    changed = function() self:draw_own() end,
    mine = function() return session.mine end,
    told = function(game) return session.told_of[game] end,
  }
  return self
end

-- The description of a game without house rules, or nil while it is not known. One
-- that cannot be had, since its scripts are gone, is asked for again only when all
-- is.
function lobby:description(name)
  if self.descriptions[name] == nil then
    self.descriptions[name] = false
    self.session:know("describe", name, nil, nil, function(_, description)
      if description then
        self.descriptions[name] = description
        self:draw_games()
      end
    end)
  end
  return self.descriptions[name] or nil
end

local function bot_button(words, kind, class)
  return html.button { type = "button", class = class, data_do = "quick-game",
                       data_value = kind, words:say("play_against_" .. kind) }
end

local function hero(words)
  return html.section { class = "hero",
    html.div { class = "hero-text",
      html.h1 { words:say("lobby_title") },
      html.p { class = "lead", words:say("lobby_lead") },
      html.div { class = "buttons",
        bot_button(words, "steward", "button primary big"),
        html.a { class = "button big", href = "/new", words:say("new_game") },
        bot_button(words, "random", "button"),
      },
    },
    html.div { class = "hero-picture", id = "lobby-picture" },
  }
end

-- Draws the picture, of the game that one click begins.
local function draw_picture(self)
  local session = self.session
  session:ask("rulesets.list", {}, function(_, result)
    local name = result and result.games[1].name
    session:know("describe", name, nil, nil, function(_, description)
      if description then
        session:part("lobby-picture", emblem.of(description))
      end
    end)
  end)
end

function lobby:draw()
  local session = self.session
  local words = session.words
  session:frame(html.div { class = "sheet lobby",
    hero(words),
    html.section { class = "part", id = "lobby-own" },
    html.section { class = "part", id = "lobby-open" },
    html.section { class = "part", id = "lobby-playing" },
    html.section { class = "part", id = "lobby-over" },
  })
  self.title = nil
  draw_picture(self)
  self:draw_games()
end

function lobby:draw_games()
  self:draw_own()
  for _, state in ipairs(STATES) do
    self:draw_state(state)
  end
end

-- Says in the title whether a game waits for the player.
local function send_title(self, is_called)
  local words = self.session.words
  local title = words:say("page_title")
  title = is_called and words:say("table_title_turn", { game = title }) or title
  if title ~= self.title then
    self.title = title
    self.session:send { title = title }
  end
end

function lobby:draw_own()
  local session, list = self.session, self.own:list()
  local is_called, has_clock, has = false, false, {}
  for _, entry in ipairs(list) do
    is_called = is_called or entry.is_turn
    has_clock = has_clock or entry.stop ~= nil
    has[entry.about.state] = true
  end
  if has_clock and not self.has_time then -- clocks go by the server's time
    self.has_time = true
    session:send { now = calendar.ms() }
  end
  session:part("lobby-own", lobby_cards.own(self, list))
  send_title(self, is_called)
  for _, state in ipairs(STATES) do -- what is said where nothing else is
    if has[state] ~= self.has_own[state] then
      self.has_own[state] = has[state]
      self:draw_state(state)
    end
  end
end

-- The games of a state: the newest, then those that were asked for.
function lobby:games(state)
  local newest = self.session.shared.lists:newest(state)
  if not newest then
    return nil
  end
  local list, is_there = {}, {}
  for _, games in ipairs { newest, self.more[state] or {} } do
    for _, about in ipairs(games) do
      if not is_there[about.game] and not self.session.is_mine[about.game] then
        is_there[about.game] = true
        list[#list + 1] = about
      end
    end
  end
  return list, #newest >= lists.PAGE and not self.ends[state]
end

function lobby:draw_state(state)
  local games, has_more = self:games(state)
  self.session:part("lobby-" .. state,
                    lobby_cards.state(self, state, games, has_more))
end

function lobby:open()
  self:draw()
  self.own:ask()
  self.session.shared.lists:listen(self, function(state)
    self.session:guard(self.take_list, self, state)
  end)
end

function lobby:take_list(state)
  if state then
    self:draw_state(state)
    return
  end
  self.own:ask()
  for name, description in pairs(self.descriptions) do
    self.descriptions[name] = description or nil
  end
  for _, each in ipairs(STATES) do
    self:draw_state(each)
  end
end

function lobby:own_news(game)
  self.own:take_news(game)
end

-- It is the player's turn in a game: its card says so at once.
function lobby:turned(game)
  self.own:take_turn(game)
  self.session:send { say = self.session.words:say("turn_elsewhere"), sound = "turn" }
end

function lobby:close()
  self.session.shared.lists:forget(self)
end

-- Asks for the games before those that are shown, once.
local function show_more(self, state)
  local newest = self.session.shared.lists:newest(state)
  local more = self.more[state] or {}
  local last = more[#more] or newest and newest[#newest]
  if self.asked[state] or self.ends[state] or not last
     or #more >= MORE_MAX * lists.PAGE then
    return
  end
  self.asked[state] = true
  self.session:ask("games.list", {
    state = state, before = last.changed, before_game = last.game,
    count = lists.PAGE,
  }, function(failure, result)
    self.asked[state] = nil
    if failure then
      self.session:fail(failure)
      return
    end
    self.more[state] = table.move(result.games, 1, #result.games, #more + 1, more)
    self.ends[state] = #result.games < lists.PAGE
    self:draw_state(state)
  end)
end

-- Makes a game against a bot as it is in the box.
local function quick_game(self, kind)
  local session = self.session
  if not session:begin_making() then
    return
  end
  session:ask("rulesets.list", {}, function(failure, result)
    if failure then
      session:fail_making(failure)
    else
      session:create { game = result.games[1].name,
                       players = { "held", kind } }
    end
  end)
end

local ACTS = {
  ["quick-game"] = function(self, value)
    if BOTS[value] then
      quick_game(self, value)
    end
  end,
  more = function(self, value)
    for _, state in ipairs(STATES) do
      if state == value then
        show_more(self, state)
      end
    end
  end,
}

function lobby:act(what, value)
  if ACTS[what] then
    ACTS[what](self, value)
  end
end

return lobby
