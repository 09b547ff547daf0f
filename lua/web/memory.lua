-- What a screen has drawn, by id, with a text that says of what: it is drawn again
-- only when that is another one.

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

return memory
