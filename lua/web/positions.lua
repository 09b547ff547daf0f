-- How games stand: the view of a seat, or of all who watch, with what was drawn
-- of it. Pages that show the same one share it, so that a view is asked for once,
-- and a board is drawn once for each position, view and language; and so is what
-- changes from one position to the next.

local drawing = require "castled.drawing"
local json    = require "castled.json"

local positions = {}

-- Only classes: colours come from the stylesheet.
positions.THEME = "page"

local position = {}
position.__index = position

-- What all who watch see, by game, viewpoint and key (match.lua); they stay while a
-- page shows them.
local known = setmetatable({}, { __mode = "v" })

-- By game and key: the position that was asked for first, by whichever seat.
local first_of = setmetatable({}, { __mode = "v" })

-- Who waits for a position that all who watch see, by the same name.
local awaited = {}

local function name_of(match)
  return match.id .. " " .. match:viewpoint() .. " " .. match:key()
end

-- A position; `told` is what drawing.tell made of the events before it.
function positions.new(description, view, told)
  return setmetatable({ description = description, view = view, told = told,
                        boards = {}, states = {},
                        changed = setmetatable({}, { __mode = "k" }) }, position)
end

local function is_equal(one, other)
  if one == other then
    return true
  elseif type(one) ~= "table" or type(other) ~= "table" then
    return false
  end
  for key, value in pairs(one) do
    if not is_equal(value, other[key]) then
      return false
    end
  end
  for key in pairs(other) do
    if one[key] == nil then
      return false
    end
  end
  return true
end

-- Keeps a position. Those who see the same have one together; a hand without
-- anything in it is as good as none, which who watches has.
local function keep(name, match, view)
  if view.hand and next(view.hand) == nil then
    view.hand = nil
  end
  local game_and_key, told = match.id .. " " .. match:key(), match:told_by_events()
  local kept = first_of[game_and_key]
  if not kept or not is_equal(kept.view, view) or not is_equal(kept.told, told) then
    kept = positions.new(match.description, view, told)
    first_of[game_and_key] = first_of[game_and_key] or kept
  end
  known[name] = not match.seat and kept or nil
  return kept
end

-- All who watch see the same: the process asks, once for all of them.
local function fetch_for_watchers(match, process, done)
  local name = name_of(match)
  if awaited[name] then
    table.insert(awaited[name], done)
    return
  end
  awaited[name] = { done }
  process:ask("game.view", { game = match.id }, function(failure, view)
    local waiting = awaited[name]
    awaited[name] = nil
    local kept = not failure and keep(name, match, view) or nil
    for _, each in ipairs(waiting) do
      each(failure, kept)
    end
  end)
end

-- Gives done(failure, position) the position that a match is at now. What a seat
-- may see is asked for as the browser that sits there, each time: that it sits
-- there only it says, and the daemon knows.
function positions.fetch(match, session, done)
  local name = name_of(match)
  if match.seat then
    session:ask("game.view", { game = match.id, seat = match.seat },
                function(failure, view)
      done(failure, not failure and keep(name, match, view) or nil)
    end)
  elseif known[name] then
    done(nil, known[name])
  else
    fetch_for_watchers(match, session.process, done)
  end
end

-- The game is another one now: it was loaded from the disk, or deleted.
function positions.forget(game)
  for _, names in ipairs { known, first_of } do
    for name in pairs(names) do
      if name:sub(1, #game + 1) == game .. " " then
        names[name] = nil
      end
    end
  end
end

-- A drawing with other quotes: they are all the same to XML, and JSON is shorter so.
function positions.quoted(svg)
  return (svg:gsub('"', "'"))
end

-- The position as drawings take it; it remembers what was drawn of it.
local function state_in(self, language)
  self.states[language] = self.states[language] or {
    view = self.view, options = { theme = positions.THEME, told = self.told,
                                  language = language } }
  return self.states[language]
end

-- The board as castled.board reads it, good until another position is asked.
function position:read()
  local language = next(self.states) or "en"
  return drawing.read(self.description, state_in(self, language))
end

-- The whole board.
function position:board(language)
  if not self.boards[language] then
    local svg = drawing.board(self.description, self.view,
                              state_in(self, language).options)
    self.boards[language] = positions.quoted(svg:gsub("<defs>.-</defs>", "", 1))
  end
  return self.boards[language]
end

-- The pieces of the board that are other than in the position before; nil when
-- all of it is to be drawn anew.
function position:changes(before, language)
  local by_language = self.changed[before]
  if not by_language then
    by_language = {}
    self.changed[before] = by_language
  end
  if by_language[language] == nil then
    local pieces = drawing.parts(self.description,
      state_in(before, language), state_in(self, language))
    for _, piece in ipairs(pieces or {}) do
      piece.svg = piece.svg and positions.quoted(piece.svg)
      json.kept(piece) -- all pages are sent it
    end
    by_language[language] = pieces or false
  end
  return by_language[language] or nil
end

return positions
