-- runs

local variant = require "castled.variant"

return variant {
  name    = "spanish-only",
  title   = { es = "Una prueba" },
  summary = { es = "Una prueba." },
  needs   = { api = 1, game = "castle" },
}
