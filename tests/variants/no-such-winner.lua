-- refused: tests/variants/no-such-winner.lua:13: the rule 'winner' must give a
--   seat, 1 for the first, or nil, not 'white'

local variant = require "castled.variant"

return variant {
  name    = "no-such-winner",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  rules = {
    winner = function()
      return "white"
    end,
  },
}
