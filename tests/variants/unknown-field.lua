-- refused: tests/variants/unknown-field.lua: the variant has no field 'rule';
--   did you mean 'rules'?

local variant = require "castled.variant"

return variant {
  name    = "unknown-field",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  rule = {},
}
