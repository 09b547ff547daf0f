-- refused: tests/variants/text-brace.lua: 'texts': en.terms.toll: a brace is
--   open or closed too often in '{points'

local variant = require "castled.variant"

return variant {
  name    = "text-brace",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  texts = { en = { terms = { toll = "{points" } } },
}
