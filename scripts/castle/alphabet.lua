-- What the letters of the tiles' pictures mean (CS-05).

return {
  -- CS-32: only paths go on across an edge. A court that touches no edge and
  -- holds no market is drawing. CS-22: what completes is scored, that is when
  -- no slot of it faces an empty space (CS-50, CS-52). Segments join where slots
  -- meet, never at a corner (CS-53), and may bring followers together (CS-42).
  kinds = {
    { name = "path", completes = true, must_match = true },
    { name = "tower", completes = true },
    { name = "house", completes = true },
    { name = "court", needs_slot = true },
  },
  marks = { "market", "fountain" },
  letters = {
    P = { kind = "path" },
    F = { kind = "path", mark = "fountain" },
    T = { kind = "tower" },
    H = { kind = "house" },
    ["."] = { kind = "court" },
    M = { kind = "court", mark = "market" },
    S = { separator = true },                     -- CS-51: ends each path
  },
}
