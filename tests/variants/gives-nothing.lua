-- refused: tests/variants/gives-nothing.lua:13: the rule 'may_place_follower'
--   must give true or false, not nil

local variant = require "castled.variant"

return variant {
  name    = "gives-nothing",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  rules = {
    may_place_follower = function()
      return nil
    end,
  },
}
