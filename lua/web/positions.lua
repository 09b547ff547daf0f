-- How games stand: the view of a seat, or of all who watch, with what was drawn
-- of it. Pages that show the same one share it, so that a board is drawn once
-- for each position, view and language, and so is what changes from one position
-- to the next.

local drawing = require "castled.drawing"

local positions = {}

-- Only classes: colours come from the stylesheet.
positions.THEME = "page"

local position = {}
position.__index = position

-- By game, viewpoint and key (match.lua); they stay while a page shows them.
local known = setmetatable({}, { __mode = "v" })

local function name_of(match)
  return match.id .. " " .. match:viewpoint() .. " " .. match:key()
end

-- The position that a match is at, if somebody has asked for its view.
function positions.find(match)
  return known[name_of(match)]
end

-- Keeps the view of the position that a match was at when `name` was asked for.
function positions.keep(name, match, view)
  local kept = setmetatable({
    description = match.description, view = view,
    told = match:told_by_events(), boards = {},
    changed = setmetatable({}, { __mode = "k" }),
  }, position)
  known[name] = kept
  return kept
end

positions.name_of = name_of

-- The game is another one now: it was loaded from the disk, or deleted.
function positions.forget(game)
  for name in pairs(known) do
    if name:sub(1, #game + 1) == game .. " " then
      known[name] = nil
    end
  end
end

local function options(self, language)
  return { theme = positions.THEME, told = self.told, language = language }
end

-- The whole board.
function position:board(language)
  if not self.boards[language] then
    local svg = drawing.board(self.description, self.view,
                              options(self, language))
    self.boards[language] = svg:gsub("<defs>.-</defs>", "", 1)
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
    by_language[language] = drawing.parts(self.description,
      { view = before.view, options = options(before, language) },
      { view = self.view, options = options(self, language) }) or false
  end
  return by_language[language] or nil
end

return positions
