-- Choices of a question with what frontends add to them, so that the game's
-- texts can tell them (scripts/castle/texts.lua): of a segment its kind and
-- sides, and of its feature the tiles and whether it is complete; of a feature
-- its spaces.

local board_of = require "castled.board"

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

return choices
