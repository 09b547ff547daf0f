-- refused: tests/variants/no-such-scorer.lua:13: the rule 'scorer' must give a
--   seat, 1 for the first, or nil, not 3

local variant = require "castled.variant"

return variant {
  name    = "no-such-scorer",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  rules = {
    scorer = function()
      return 3
    end,
  },
}
