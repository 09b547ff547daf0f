-- The board of a page: all of it, or what of it is other than before. What lies
-- there is drawn once for all who see it (positions.lua); where the own tile may
-- be laid and followers may be placed, only for who is asked.

local drawing   = require "castled.drawing"
local positions = require "web.positions"
local question  = require "web.question"

local board = {}

-- Layers that only who is asked sees.
local ASKING = { "places", "choices" }

local function empty(layer)
  return ("<g id='layer-%s'></g>"):format(layer)
end

-- All the places as one path: they are many.
local function draw_places(asked)
  local parts = {}
  for index, place in ipairs(question.places(asked)) do
    parts[index] = ("M%d %dh86v86h-86z"):format(place.x * 100 + 7,
                                               place.y * 100 + 7)
  end
  return ("<g id='layer-places'><path class='places' d='%s'/></g>")
    :format(table.concat(parts))
end

-- The followers that may be placed, on the tile that was laid last, as a layer; with
-- the numbers of the choices if `is_numbered`.
function board.draw_choices(description, view, asked, is_numbered)
  local list = {}
  for index, choice in ipairs(asked.choices) do
    list[index] = { player = asked.player, column = choice.column,
                    row = choice.row, number = is_numbered and index or nil }
  end
  return positions.quoted(drawing.layer(description, view, "choices", {
    theme = positions.THEME, choices = list }))
end

-- What the layers that only who is asked sees have in them, by name.
function board.asking(match, position)
  local asked = match:is_asked() and match.question
  local layers = {}
  for _, layer in ipairs(ASKING) do
    layers[layer] = empty(layer)
  end
  if not asked then
    return layers
  elseif question.kind(asked, position.view) == "place" then
    layers.places = draw_places(asked)
  else
    layers.choices = board.draw_choices(match.description, position.view, asked)
  end
  return layers
end

-- The whole board with those layers.
function board.draw(position, layers, language)
  local svg = position:board(language)
  for _, layer in ipairs(ASKING) do
    local from, to = svg:find(empty(layer), 1, true)
    if from then
      svg = svg:sub(1, from - 1) .. layers[layer] .. svg:sub(to + 1)
    end
  end
  return svg
end

-- Adds the operations that make one board of another; each is { position,
-- layers }.
function board.add_changes(list, before, after, language)
  local is_anew = false
  if before.position ~= after.position then
    local pieces = after.position:changes(before.position, language)
    is_anew = not pieces
    for _, piece in ipairs(pieces or {}) do
      list[#list + 1] = piece
    end
  end
  if is_anew then
    list[#list + 1] = { id = "board", html = board.draw(after.position,
                                                        after.layers, language) }
    return
  end
  for _, layer in ipairs(ASKING) do
    if before.layers[layer] ~= after.layers[layer] then
      list[#list + 1] = { id = "layer-" .. layer, svg = after.layers[layer] }
    end
  end
end

return board
