-- refused: variant 'unknown-group' is of the group 'path-scorign', which castle
--   does not have; did you mean 'path-scoring'?

local variant = require "castled.variant"

return variant {
  name    = "unknown-group",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  group = "path-scorign",
}
