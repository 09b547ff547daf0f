-- refused: tests/variants/wrong-numbers.lua: 'numbers': entry 1 must be a
--   string, not a number

local variant = require "castled.variant"

return variant {
  name    = "wrong-numbers",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  numbers = { 80 },
}
