-- refused: tests/variants/no-such-tower.lua:14: the rule 'tower_landed_on'
--   must give one of 0, 12, 16, 20, 26, 32, 38, 42, 56, 64, 66, 82, 88, 90, or
--   nil, not 5

local variant = require "castled.variant"

return variant {
  name    = "no-such-tower",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  rules = {
    tower_landed_on = function()
      return 5
    end,
  },
}
