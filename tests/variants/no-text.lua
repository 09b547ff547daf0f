-- refused: tests/variants/no-text.lua: 'title' needs a text in 'en' (English)
--   or 'es' (Spanish)

local variant = require "castled.variant"

return variant {
  name    = "no-text",
  title   = {},
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },
}
