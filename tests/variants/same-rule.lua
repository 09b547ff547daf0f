-- refused: variants 'german' and 'same-rule' both replace the rule
--   'incomplete_path_points', and 'same-rule' does not call super: choose one
-- with: german

local variant = require "castled.variant"

return variant {
  name    = "same-rule",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  rules = { incomplete_path_points = function() return {} end },
}
