-- refused: tests/variants/super-without.lua:14: scripts/castle/rules.lua:31:
--   attempt to index a nil value (local 'tower')

local variant = require "castled.variant"

return variant {
  name    = "super-without",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  rules = {
    tower_points = function(super, game)
      local terms = super(game)
      return terms
    end,
  },
}
