-- The tiles and the plan of a ruleset: the game's, and what variants bring.

local check    = require "castled.check"
local sentence = require "castled.sentence"

local refuse = sentence.refuse

local material = {}

-- A part of a game, which may be a function of the options.
function material.resolve(part, options)
  if type(part) == "function" then
    return part(options)
  end
  return part
end

local TILE = { name = "string!", picture = "string!" }
local PICTURE_SIZE = 25
local NAME_SIZE_MAX = 15
local COUNT_MAX = 128

-- What is wrong with a tile, or nil.
local function problem_of(tile, what, letters)
  local problem = check.problem(what, tile, TILE)
  if problem then
    return problem
  end
  problem = check.word_problem("a tile", tile.name, NAME_SIZE_MAX)
  if problem then
    return problem
  end
  what = "tile '" .. tile.name .. "': the picture "
  if #tile.picture ~= PICTURE_SIZE then
    return what .. "must have " .. PICTURE_SIZE .. " letters, 5 rows of 5, not "
           .. #tile.picture
  end
  for index = 1, PICTURE_SIZE do
    local letter = string.sub(tile.picture, index, index)
    if not letters[letter] then
      return what .. "has a letter '" .. letter .. "'"
             .. sentence.instead(letter, sentence.keys(letters))
    end
  end
  return nil
end

-- All tiles: the game's, then those of each variant.
function material.tiles(game, variants, options)
  local tiles, owners = {}, {}
  local function add(list, owner)
    for index, tile in ipairs(list) do
      local problem = problem_of(tile, "tile " .. index, game.alphabet.letters)
      if problem then
        refuse("%s: %s", owner, problem)
      elseif owners[tile.name] then
        refuse("%s and %s both have a tile '%s': rename one",
               owners[tile.name], owner, tile.name)
      end
      owners[tile.name] = owner
      tiles[#tiles + 1] = tile
      if #tiles > COUNT_MAX then
        refuse("%s brings %d tiles: with those that were there, more than %d",
               owner, #list, COUNT_MAX)
      end
    end
  end
  add(material.resolve(game.tiles, options) or {},
      "the game '" .. game.name .. "'")
  for _, variant in ipairs(variants) do
    add(variant.tiles or {}, "variant '" .. variant.name .. "'")
  end
  return tiles
end

-- The plan: the game's, or the one that a variant brings instead, and then
-- that variant's file.
function material.plan(game, variants, options)
  local plan, owner = material.resolve(game.plan, options), nil
  for _, variant in ipairs(variants) do
    if variant.plan and owner then
      refuse("variants '%s' and '%s' both bring a plan: choose one", owner.name,
             variant.name)
    elseif variant.plan then
      plan, owner = variant.plan, variant
    end
  end
  return plan, owner and owner.path
end

return material
