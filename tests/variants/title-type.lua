-- refused: tests/variants/title-type.lua: the variant: 'title' must be a table,
--   as in title = { en = "Long paths" }, not a string

local variant = require "castled.variant"

return variant {
  name    = "title-type",
  title   = "A test",
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },
}
