-- refused: variant 'later-interface' needs interface 2 of castled; this one
--   offers 1

local variant = require "castled.variant"

return variant {
  name    = "later-interface",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 2, game = "castle" },
}
