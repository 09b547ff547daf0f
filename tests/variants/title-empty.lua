-- refused: tests/variants/title-empty.lua: 'title': the text in 'en' is empty,
--   or begins with a blank

local variant = require "castled.variant"

return variant {
  name    = "title-empty",
  title   = { en = "" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  rules = {},
}
