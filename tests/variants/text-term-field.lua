-- refused: tests/variants/text-term-field.lua: 'texts': en.terms.toll: there
--   is no field 'tiles' to be told; there is 'count', 'each', 'label' and
--   'points'

local variant = require "castled.variant"

return variant {
  name    = "text-term-field",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  texts = { en = { terms = { toll = "{tiles} tiles" } } },
}
