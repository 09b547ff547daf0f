-- What drawings of one game have in common, made once: its board, the looks of
-- its kinds, its track, and each tile in each turn as it was first drawn.

local board_of     = require "castled.board"
local castle       = require "castled.castle"
local looks        = require "castled.drawing.looks"
local paint        = require "castled.drawing.paint"
local tile_drawing = require "castled.drawing.tile"
local wall         = require "castled.drawing.wall"
local wording      = require "castled.wording"

local kit = {}
kit.__index = kit

local by_description = setmetatable({}, { __mode = "k" })

local function new(description, theme, prefix)
  local self = setmetatable({
    board = board_of.new(description), theme = paint.theme(theme),
    description = description, prefix = prefix, mark = looks.mark,
    tiles = {}, words = {}, start_spans = {}, edges = {},
  }, kit)
  self.alphabet = self.board.alphabet
  self.looks, self.ground = looks.of(self.alphabet)
  self.track = #self.board.starts > 0 and castle.track(self.board) or nil
  for _, start in ipairs(self.board.starts) do
    self.start_spans[start] = wall.start_spans(self, start)
  end
  return self
end

-- The kit for a description (from rulesets.describe), a theme and the prefix of
-- ids. It lives as long as the description.
function kit.of(description, theme, prefix)
  local kits = by_description[description]
  if not kits then
    kits = {}
    by_description[description] = kits
  end
  local key = (theme or "light") .. " " .. (prefix or "")
  kits[key] = kits[key] or new(description, theme, prefix or "")
  return kits[key]
end

-- A tile as it lies turned: see tile.lua. nil for one that the game does not
-- have.
function kit:tile(name, turns)
  local turned = self.tiles[name]
  if not turned then
    turned = {}
    self.tiles[name] = turned
  end
  local drawn = turned[turns]
  if not drawn and self.board.tiles[name] then
    drawn = tile_drawing.draw(self, self.board.tiles[name], turns)
    turned[turns] = drawn
  end
  return drawn
end

-- The part of the wall that stays as it is; "" where there is none.
function kit:wall()
  self.walls = self.walls or self.track and wall.draw(self, self.track) or ""
  return self.walls
end

-- A text of the game, fit for SVG; nil when there is none.
function kit:text(language, section, key)
  language = language or "en"
  self.words[language] = self.words[language]
                         or wording.new(self.description, language)
  local text = self.words[language]:find(section, key)
  return type(text) == "string" and tile_drawing.escape(text) or nil
end

-- The colour of a player, by the name of the seat.
function kit:color(player)
  for number, name in ipairs(self.description.seats or {}) do
    if name == player then
      return paint.seat(name, number)
    end
  end
  return paint.seat(player, 1)
end

return kit
