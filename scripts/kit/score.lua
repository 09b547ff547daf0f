-- Scores that explain themselves: a score is a list of terms, never a bare
-- number. A term's label is a key that frontends translate.

local score = {}

-- One term: `count` things at `each` points.
function score.term(label, count, each)
  if not label or not count or not each then
    error("score.term needs a label, how many there are, and the points for "
          .. "each, as in score.term(\"tiles\", path.tiles, 1)", 2)
  end
  return { label = label, count = count, each = each, points = count * each }
end

-- The points of all terms together.
function score.total(terms)
  local points = 0
  for _, term in ipairs(terms) do
    points = points + term.points
  end
  return points
end

return score
