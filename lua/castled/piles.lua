-- The piles of a game, from a view's `left`: what is left in each.

local piles = {}

-- How many tiles are left in the pile that is drawn from, the one that has tiles
-- of the board; nil where there is none.
function piles.left(view)
  local left = view.left or {}
  if left.castle_tiles then
    return left.castle_tiles
  end
  for name, count in pairs(left) do
    if name:find("tile", 1, true) and name ~= "wall_tiles" then
      return count
    end
  end
  return nil
end

return piles
