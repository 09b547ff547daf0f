-- refused: tests/variants/other-language.lua: 'title' has no field 'fr'; there
--   is 'en' and 'es'

local variant = require "castled.variant"

return variant {
  name    = "other-language",
  title   = { fr = "Un essai" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },
}
