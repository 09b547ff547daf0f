-- The lines of the lobby, as form.lua wants them.

local game_words = require "terminal.game_words"
local json       = require "castled.json"
local pages      = require "terminal.pages"
local profile    = require "terminal.profile"
local rows       = require "terminal.setup_rows"

local lobby_rows = {}

local LINK_MAX = 300 -- characters

local function new_row(app)
  local words = app.words
  return {
    name = words:say("new_game"), id = "new",
    says = function() return { words:say("new_game_says") } end,
    enter = function() app:plan_game() end,
  }
end

local function link_row(app)
  local words = app.words
  return {
    name = words:say("by_link"), id = "link",
    says = function() return { words:say("by_link_says") } end,
    enter = function()
      app:lay_over(pages.type(words:say("type_link"), "", function(typed, page)
        page.trouble = app:take_link(typed)
        return page.trouble == nil
      end, LINK_MAX))
    end,
  }
end

local function name_row(app)
  local words = app.words
  return {
    name = words:say("your_name"), id = "name",
    value = function() return app.name or words:say("no_name") end,
    says = function() return { words:say("your_name_says") } end,
    type = {
      asks = words:say("type_name"), max = profile.NAME_MAX,
      text = function() return app.name or "" end,
      set = function(typed)
        app:take_name(typed)
      end,
    },
  }
end

-- What a game is, and what Enter does.
local function says(app, about, key)
  return function()
    local list = game_words.all(about, app.descriptions[about.name], app.words)
    table.insert(list, 2, app.words:say(key))
    return list
  end
end

local function own_row(lobby, kept)
  local app = lobby.app
  local words = app.words
  local about = lobby.abouts[kept.game]
  local row = {
    name = words:say("game_named", { game = kept.game }),
    id = "own " .. kept.game .. " " .. tostring(kept.seat),
    value = function() return words:say("state_unknown") end,
    says = function()
      return { words:say("own_unknown", { game = kept.game }) }
    end,
    enter = function() app:rejoin(kept.game, json.value(kept.seat)) end,
  }
  if about then
    row.name = game_words.players(about, words)
    row.value = function()
      return words:say("state_" .. about.state) .. " · "
             .. game_words.short(about, words)
    end
    row.is_set = function() return about.state ~= "over" end
    row.says = says(app, about, about.state == "over" and "enter_look"
                                or "enter_rejoin")
  end
  return row
end

local function open_row(app, about)
  local words = app.words
  local is_free = game_words.free_count(about) > 0
  return {
    name = game_words.players(about, words), id = about.game,
    value = function() return game_words.short(about, words) end,
    says = says(app, about, is_free and "enter_join" or "enter_watch"),
    enter = function()
      if is_free then
        app:sit(about.game)
      else
        app:watch(about.game)
      end
    end,
  }
end

local function watch_row(app, about)
  local words = app.words
  return {
    name = game_words.players(about, words), id = about.game,
    value = function() return game_words.short(about, words) end,
    says = says(app, about, about.state == "over" and "enter_look"
                            or "enter_watch"),
    enter = function() app:watch(about.game) end,
  }
end

-- Adds the lines of games under a head, those that are not one's own.
local function add_games(list, lobby, key, state, row, is_own)
  local app = lobby.app
  local first = #list + 1
  for _, about in ipairs(lobby.games[state] or {}) do
    if not is_own[about.game] then
      list[#list + 1] = row(app, about)
    end
  end
  if #list >= first then
    table.insert(list, first, { head = app.words:say(key) })
  end
end

-- One's own games: those that go on first, then those that are over; the newest
-- first.
local function own_seats(lobby)
  local going, over, is_own = {}, {}, {}
  for _, kept in ipairs(lobby.seats) do
    local about = lobby.abouts[kept.game]
    is_own[kept.game] = true
    if about and about.state == "over" or kept.over then
      over[#over + 1] = kept
    elseif not kept.is_gone then
      going[#going + 1] = kept
    end
  end
  return table.move(over, 1, #over, #going + 1, going), is_own
end

-- All lines, for what the lobby knows of the server's games.
function lobby_rows.all(lobby)
  local app = lobby.app
  local words = app.words
  local list = { new_row(app), link_row(app), name_row(app),
                 rows.language(app) }
  local own, is_own = own_seats(lobby)
  if #own > 0 then
    list[#list + 1] = { head = words:say("lobby_own") }
    for _, kept in ipairs(own) do
      list[#list + 1] = own_row(lobby, kept)
    end
  end
  add_games(list, lobby, "lobby_open", "open", open_row, is_own)
  add_games(list, lobby, "lobby_playing", "playing", watch_row, is_own)
  add_games(list, lobby, "lobby_over", "over", watch_row, is_own)
  return list
end

return lobby_rows
