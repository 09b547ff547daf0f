-- Where a tile may be laid, space by space. The host lists placements one by
-- one; a person chooses a space first, then one of the turns that fit there.

local places = {}
places.__index = places

-- Whether the choices of a question are placements.
function places.are(choices)
  local first = choices[1]
  return first ~= nil and first.x ~= nil and first.y ~= nil
         and first.turns ~= nil
end

-- The places of a question's choices, in reading order. Each has x, y, the
-- turns that fit and by turns the index of the choice, from 0.
function places.new(choices)
  local list, by_space = {}, {}
  for index, choice in ipairs(choices) do
    local key = choice.x .. "," .. choice.y
    local place = by_space[key]
    if not place then
      place = { x = choice.x, y = choice.y, turns = {}, index = {} }
      by_space[key] = place
      list[#list + 1] = place
    end
    place.turns[#place.turns + 1] = choice.turns
    place.index[choice.turns] = index - 1
  end
  table.sort(list, function(a, b)
    return a.y < b.y or a.y == b.y and a.x < b.x
  end)
  for _, place in ipairs(list) do
    table.sort(place.turns)
  end
  return setmetatable({ list = list, by_space = by_space }, places)
end

-- The place at a space, or nil.
function places:at(x, y)
  return self.by_space[x .. "," .. y]
end

-- The place nearest to a point.
function places:nearest(x, y)
  local best, best_distance
  for _, place in ipairs(self.list) do
    local distance = (place.x - x) ^ 2 + (place.y - y) ^ 2
    if not best or distance < best_distance then
      best, best_distance = place, distance
    end
  end
  return best
end

-- How far a thing is from another in a direction; nil when it lies more aside
-- than ahead.
local function reach(from, to, dx, dy)
  local ahead = (to.x - from.x) * dx + (to.y - from.y) * dy
  local aside = math.abs((to.x - from.x) * dy) + math.abs((to.y - from.y) * dx)
  if ahead <= 0 then
    return nil
  end
  return ahead + 2 * aside, aside <= ahead
end

-- Of a list of things with x and y, the next one from `from` in a direction:
-- the nearest that lies more ahead than aside, else the nearest ahead; or nil.
function places.next(list, from, dx, dy)
  local best, best_distance, best_is_straight
  for _, other in ipairs(list) do
    local distance, is_straight = reach(from, other, dx, dy)
    if distance and (not best or is_straight and not best_is_straight
                     or is_straight == best_is_straight
                        and distance < best_distance) then
      best, best_distance, best_is_straight = other, distance, is_straight
    end
  end
  return best
end

-- Of the turns that fit at a place, the one after (or, with -1, before)
-- `turns`.
function places.next_turns(place, turns, step)
  for index, fitting in ipairs(place.turns) do
    if fitting == turns then
      return place.turns[(index - 1 + step) % #place.turns + 1]
    end
  end
  return place.turns[1]
end

return places
