-- refused: variant 'unknown-rule' replaces the rule 'hause_points', which
--   castle does not have; did you mean 'house_points'?

local variant = require "castled.variant"

return variant {
  name    = "unknown-rule",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  rules = { hause_points = function() return {} end },
}
