-- refused: variants 'earlier-rule' and 'german' both replace the rule
--   'incomplete_path_points', and 'german' does not call super: choose one
-- with: german

local variant = require "castled.variant"

return variant {
  name    = "earlier-rule",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  rules = {
    incomplete_path_points = function(super, game, path)
      return super(game, path)
    end,
  },
}
