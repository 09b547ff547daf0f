-- refused: tests/variants/wrong-texts.lua: 'texts': 'toll' must be a string,
--   not a table

local variant = require "castled.variant"

return variant {
  name    = "wrong-texts",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  texts = { en = { toll = {} } },
}
