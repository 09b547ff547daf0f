-- refused: tests/variants/wrong-texts.lua: 'texts': section 'toll' must be a
--   table, as in terms = { toll = "toll" }

local variant = require "castled.variant"

return variant {
  name    = "wrong-texts",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  texts = { en = { toll = "toll" } },
}
