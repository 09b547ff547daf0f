-- refused: two variants are called 'strict-keep':
--   tests/variants/strict-keep.lua and variants/castle/strict-keep.lua; rename
--   one
-- with: strict-keep

local variant = require "castled.variant"

return variant {
  name    = "strict-keep",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },
}
