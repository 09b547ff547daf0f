-- The scoring track on the wall (CS-03, CS-58): 100 spaces, 14 corner towers
-- of two spaces each, called by their first.

local track = {}

track.SPACES = 100

track.TOWERS = { 0, 12, 16, 20, 26, 32, 38, 42, 56, 64, 66, 82, 88, 90 }

-- CS-10: no wall tile lies on the tower where markers start.
track.TOWER_WITHOUT_TILE = 0

local tower_of = {}
for _, first in ipairs(track.TOWERS) do
  tower_of[first], tower_of[first + 1] = first, first
end

-- The space of a marker with `score` points (CS-58).
function track.space(score)
  return score % track.SPACES
end

-- The tower that a marker with `score` points stands on, or nil.
function track.tower(score)
  return tower_of[score % track.SPACES]
end

return track
