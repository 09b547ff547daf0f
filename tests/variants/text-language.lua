-- refused: tests/variants/text-language.lua: 'texts' has no language 'de';
--   there is 'en' and 'es'

local variant = require "castled.variant"

return variant {
  name    = "text-language",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  texts = { de = { terms = { toll = "Zoll" } } },
}
