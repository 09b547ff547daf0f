-- refused: tests/variants/text-section.lua: 'texts': 'en' has no section
--   'term'; did you mean 'terms'?

local variant = require "castled.variant"

return variant {
  name    = "text-section",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  texts = { en = { term = { toll = "toll" } } },
}
