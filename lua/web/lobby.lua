-- The lobby: one's own games, games to join, to watch, to look at again; a game
-- against a bot by one click. What is shown is asked again every few seconds.

local emblem      = require "web.emblem"
local html        = require "web.html"
local json        = require "castled.json"
local lists       = require "web.lists"
local lobby_cards = require "web.lobby_cards"

local NOT_FOUND = 1 -- an error's code
local OWN_MAX = 30  -- of one's own games the newest are shown
local MORE_MAX = 10 -- pages

local STATES = { "open", "playing", "over" }
local BOTS = { steward = true, random = true }

local lobby = {}
lobby.__index = lobby

function lobby.new(session)
  return setmetatable({ session = session, abouts = {}, turns = {}, more = {},
                        ends = {}, descriptions = {} }, lobby)
end

-- What one's own games are ---------------------------------------------------------

-- Whose turn it is in one's own game, asked when the game has changed.
local function ask_turn(self, about)
  local known = self.turns[about.game]
  if about.state ~= "playing" or known and known.changed == about.changed then
    return
  end
  self.turns[about.game] = { changed = about.changed }
  self.session:ask("game.view", { game = about.game }, function(_, view)
    if view then
      self.turns[about.game].seat = json.value(view.game.seat_on_turn)
      self:draw_own()
    end
  end)
end

local function ask_about(self, kept)
  local known = self.abouts[kept.game]
  if known and known.state == "over" then
    return
  end
  self.session:ask("game.about", { game = kept.game }, function(failure, about)
    if about then
      self.abouts[kept.game] = about
      ask_turn(self, about)
    elseif failure.code == NOT_FOUND then
      kept.is_gone = true
    end
    self:draw_own()
  end)
end

local function ask_own(self)
  for index, kept in ipairs(self.session.mine) do
    if index <= OWN_MAX and not kept.is_gone then
      ask_about(self, kept)
    end
  end
end

-- Whether it is one's own turn in a game.
local function is_turn(self, kept)
  local turn = self.turns[kept.game]
  return turn ~= nil and kept.seat ~= nil and turn.seat == kept.seat
end

-- One's own games with what is known of them: those that wait for oneself first,
-- then those that go on, then those that are over; each in the order in which
-- they were joined, the newest first.
function lobby:own()
  local groups = { {}, {}, {} }
  for index, kept in ipairs(self.session.mine) do
    local about = self.abouts[kept.game]
    if index <= OWN_MAX and about and not kept.is_gone then
      local turn = is_turn(self, kept)
      local group = groups[about.state == "over" and 3 or turn and 1 or 2]
      group[#group + 1] = { about = about, seat = kept.seat, is_turn = turn }
    end
  end
  local list = {}
  for _, group in ipairs(groups) do
    table.move(group, 1, #group, #list + 1, list)
  end
  return list
end

-- The description of a game without house rules, or nil while it is not known.
function lobby:description(name)
  if self.descriptions[name] == nil then
    self.descriptions[name] = false
    self.session:know("describe", name, nil, nil, function(_, description)
      self.descriptions[name] = description
      self:draw_games()
    end)
  end
  return self.descriptions[name] or nil
end

-- Drawing --------------------------------------------------------------------------

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
  session:send { title = words:say("page_title") }
  draw_picture(self)
  self:draw_games()
end

function lobby:draw_games()
  self:draw_own()
  for _, state in ipairs(STATES) do
    self:draw_state(state)
  end
end

function lobby:draw_own()
  self.session:part("lobby-own", lobby_cards.own(self, self:own()))
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

-- News -----------------------------------------------------------------------------

function lobby:open()
  self:draw()
  ask_own(self)
  self.session.shared.lists:listen(self, function(state)
    self.session:guard(self.take_list, self, state)
  end)
end

function lobby:take_list(state)
  if state then
    self:draw_state(state)
  else
    ask_own(self)
  end
end

-- It is the player's turn in a game: its card says so at once.
function lobby:turned(game)
  for index, kept in ipairs(self.session.mine) do
    if kept.game == game and index <= OWN_MAX then
      self.turns[game] = nil
      ask_about(self, kept)
    end
  end
end

function lobby:close()
  self.session.shared.lists:forget(self)
end

-- Buttons --------------------------------------------------------------------------

-- Asks for the games before those that are shown.
local function show_more(self, state)
  local newest = self.session.shared.lists:newest(state)
  local more = self.more[state] or {}
  local last = more[#more] or newest and newest[#newest]
  if not last or #more >= MORE_MAX * lists.PAGE then
    return
  end
  self.session:ask("games.list", {
    state = state, before = last.changed, count = lists.PAGE,
  }, function(failure, result)
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
  session:ask("rulesets.list", {}, function(failure, result)
    if failure then
      session:fail(failure)
      return
    end
    session:create { game = result.games[1].name,
                     players = { "held", kind } }
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
