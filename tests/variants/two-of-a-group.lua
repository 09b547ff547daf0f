-- refused: variants 'german' and 'two-of-a-group' are both of the group
--   'path-scoring': choose one
-- with: german

local variant = require "castled.variant"

return variant {
  name    = "two-of-a-group",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  group = "path-scoring",
}
