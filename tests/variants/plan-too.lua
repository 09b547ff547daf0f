-- refused: variants 'plan' and 'plan-too' both bring a plan: choose one
-- with: tests/variants/plan.lua

local variant = require "castled.variant"

return variant {
  name    = "plan-too",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  plan = {
    rows = { "oooooo", "oooooo", "oooooo", "oooooo", "oooooo", "oooooo",
             "oooooo", "oooooo", "oooooo", "oooooo" },
    starts = {
      { number = 6, x = 0, y = 9, side = "west", letters = "..P.." },
    },
  },
}
