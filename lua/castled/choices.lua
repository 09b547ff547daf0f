-- Choices of a question with what frontends add to them, so that the game's
-- texts can tell them (scripts/castle/texts.lua): of a segment its kind and
-- sides, and of its feature the tiles and whether it is complete; of a feature
-- its spaces.

local board_of = require "castled.board"
local picture  = require "castled.picture"

local choices = {}

-- Whether some of the choices are segments of the tile laid last.
function choices.are_segments(list)
  for _, choice in ipairs(list) do
    if choice.column and choice.row then
      return true
    end
  end
  return false
end

-- The feature that a choice is about, or nil; and the node that it names.
function choices.feature(board, choice)
  local node
  if choice.column and choice.row and board:last() then
    node = board_of.node_of(board:last(), choice.column, choice.row)
  elseif choice.feature then
    node = board.nodes[choice.feature + 1]
  end
  return node and board:feature(node), node
end

-- The choice with all that its text may name.
function choices.told(board, choice)
  local told = {}
  for key, value in pairs(choice) do
    told[key] = value
  end
  local feature, node = choices.feature(board, choice)
  if feature and choice.column then
    told.kind = feature.kind
    told.sides = board_of.sides_of(board:last(), node.segment)
    told.tiles = #feature.pieces
    told.complete = feature.is_complete
  elseif feature then
    told.spaces = feature.spaces
  end
  return told
end

-- The spaces of a feature with one in front that no list in `others` has, if there
-- is one: texts call a feature by its first space, and two may begin with the same.
function choices.called_apart(spaces, others)
  local has = {}
  for _, other in ipairs(others) do
    for _, space in ipairs(other) do
      has[space[1] .. "," .. space[2]] = true
    end
  end
  for index, space in ipairs(spaces) do
    if not has[space[1] .. "," .. space[2]] then
      local list = table.move(spaces, 1, #spaces, 1, {})
      table.insert(list, 1, table.remove(list, index))
      return list
    end
  end
  return spaces
end

local ACROSS, DOWN = { "west", "", "east" }, { "north", "", "south" }

-- Where on its tile a segment is that a choice names, as it lies: "north_west",
-- "north", ... or "middle"; nil for a choice that names none.
function choices.part_of_tile(board, choice)
  local last = board:last()
  local node = choice.column and last
               and board_of.node_of(last, choice.column, choice.row)
  if not node then
    return nil
  end
  local column, row = picture.place_on(node.segment)
  column, row = picture.turn(column, row, last.turns)
  local middle = picture.SIDE // 2
  local down = DOWN[row < middle and 1 or row > middle and 3 or 2]
  local across = ACROSS[column < middle and 1 or column > middle and 3 or 2]
  return down == "" and across == "" and "middle"
         or down .. (down ~= "" and across ~= "" and "_" or "") .. across
end

return choices
