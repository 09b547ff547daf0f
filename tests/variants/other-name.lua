-- refused: tests/variants/other-name.lua: the variant is called 'another', its
--   file 'other-name.lua': give both one name

local variant = require "castled.variant"

return variant {
  name    = "another",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },
}
