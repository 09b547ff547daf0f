-- What a screen has drawn, by id, with what it was drawn of: it is drawn again only
-- when that is something else.

local memory = {}

-- The inside of the part `id` of a screen: as it was drawn of `of`, a text or a
-- number, or drawn now by draw(screen, seat).
function memory.of(screen, id, of, draw, seat)
  local known = screen.memory[id]
  if not known or known.of ~= of then
    known = { of = of, inside = draw(screen, seat) }
    screen.memory[id] = known
  end
  return known.inside
end

-- The lines of the list `id`, one for each of `items`, which only grow: each is made
-- once by make(screen, item). All are made anew when `items` is another table. The
-- result has `lines`, which goes on growing, and `count`, how many there are now.
function memory.lines(screen, id, items, make)
  local known = screen.memory[id]
  if not known or known.of ~= items then
    known = { of = items, lines = {} }
    screen.memory[id] = known
  end
  for index = #known.lines + 1, #items do
    known.lines[index] = make(screen, items[index])
  end
  return { lines = known.lines, count = #items }
end

return memory
