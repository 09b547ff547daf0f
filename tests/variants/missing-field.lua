-- refused: tests/variants/missing-field.lua: the variant needs the field
--   'summary', a table, as in summary = { en = "Long paths bring 3 points more." }

local variant = require "castled.variant"

return variant {
  name  = "missing-field",
  title = { en = "A test" },
  needs = { api = 1, game = "castle" },
}
