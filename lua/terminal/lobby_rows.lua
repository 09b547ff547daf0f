-- The lines of the lobby, as form.lua wants them.

local game_words = require "castled.game_words"
local json       = require "castled.json"
local pages      = require "terminal.pages"
local profile    = require "terminal.profile"
local rows       = require "terminal.setup_rows"

local lobby_rows = {}

local LINK_MAX = 300 -- characters

local function quick_row(app)
  local words = app.words
  return {
    name = words:say("quick_game"), id = "quick",
    says = function() return { words:say("quick_game_says") } end,
    enter = function() app:quick_game() end,
  }
end

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

-- A line of own_games:list.
local function own_row(app, own)
  local words, about, kept = app.words, own.about, own.kept
  local row = {
    name = game_words.players(about, words),
    id = "own " .. kept.game .. " " .. tostring(kept.seat),
    value = function()
      return words:say("state_" .. (own.is_turn and "turn" or about.state)) .. " · "
             .. game_words.short(about, words)
    end,
    is_set = function() return about.state ~= "over" end,
    says = says(app, about, about.state == "over" and "enter_look"
                            or kept.is_made and "enter_made" or "enter_rejoin"),
    enter = function() app:rejoin(kept.game, kept.seat) end,
  }
  if kept.is_made then
    row.enter = function() app:rejoin_made(kept.game) end
  elseif about.state == "over" then
    row.enter = function() app:look(kept.game) end
  end
  return row
end

-- The game that follows on one of one's own that is over; one's seat in it
-- waits.
local function rematch_row(lobby, kept, about)
  local app = lobby.app
  local words = app.words
  return {
    name = game_words.players(about, words), id = "next " .. about.game,
    value = function() return words:say("rematch_waits") end,
    is_set = function() return true end,
    says = says(app, about, "enter_rematch"),
    enter = function() app:look(kept.game, true) end,
  }
end

local function open_row(app, about)
  local words = app.words
  return {
    name = game_words.players(about, words), id = about.game,
    value = function() return game_words.short(about, words) end,
    says = says(app, about, "enter_join"),
    enter = function() app:sit(about.game) end,
  }
end

local function watch_row(app, about)
  local words = app.words
  return {
    name = game_words.players(about, words), id = about.game,
    value = function() return game_words.short(about, words) end,
    says = says(app, about, about.state == "over" and "enter_look"
                            or "enter_watch"),
    enter = function()
      if about.state == "over" then
        app:look(about.game)
      else
        app:watch(about.game)
      end
    end,
  }
end

-- Adds lines under a head, if there are any.
local function add_under(list, head, lines)
  if #lines > 0 then
    list[#list + 1] = { head = head }
    table.move(lines, 1, #lines, #list + 1, list)
  end
end

-- The lines of the games in a state that are not one's own and that `wanted`, if
-- there is one, wants.
local function game_lines(lobby, state, row, is_own, wanted)
  local lines = {}
  for _, about in ipairs(lobby.games[state] or {}) do
    if not is_own[about.game] and (not wanted or wanted(about)) then
      lines[#lines + 1] = row(lobby.app, about)
    end
  end
  return lines
end

local function is_free(about)
  return game_words.free_count(about) > 0
         and (game_words.has_somebody(about) or not game_words.has_held(about))
end

local function is_held(about)
  return not is_free(about) and game_words.has_somebody(about)
end

-- One's own games: those that go on, with those that follow on one that is over;
-- those that are over; which those are.
local function own_lines(lobby)
  local going, over, is_own = {}, {}, {}
  for _, kept in ipairs(lobby.seats) do
    is_own[kept.game] = true
  end
  for _, own in ipairs(lobby.own:list()) do
    local about, kept = own.about, own.kept
    local next_game = lobby.own:about(json.value(about.next) or "")
    if next_game and next_game.state == "open"
       and not is_own[next_game.game] then
      is_own[next_game.game] = true
      going[#going + 1] = rematch_row(lobby, kept, next_game)
    end
    if about.state == "over" then
      over[#over + 1] = own_row(lobby.app, own)
    elseif kept.is_made and about.state ~= "open" then
      is_own[kept.game] = nil -- it went on without who made it
    else
      going[#going + 1] = own_row(lobby.app, own)
    end
  end
  return going, over, is_own
end

-- All lines, for what the lobby knows of the server's games.
function lobby_rows.all(lobby)
  local app = lobby.app
  local words = app.words
  local list = { new_row(app), quick_row(app), link_row(app), name_row(app),
                 rows.language(app) }
  local own, over, is_own = own_lines(lobby)
  add_under(list, words:say("lobby_own"), own)
  add_under(list, words:say("lobby_open"),
            game_lines(lobby, "open", open_row, is_own, is_free))
  add_under(list, words:say("lobby_held"),
            game_lines(lobby, "open", watch_row, is_own, is_held))
  add_under(list, words:say("lobby_playing"),
            game_lines(lobby, "playing", watch_row, is_own))
  table.move(game_lines(lobby, "over", watch_row, is_own), 1, 100, #over + 1,
             over)
  add_under(list, words:say("lobby_over"), over)
  return list
end

return lobby_rows
