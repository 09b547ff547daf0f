-- refused: tests/variants/plan-side.lua: a start space has the side north,
--   east, south or west, not 'left'

local variant = require "castled.variant"

return variant {
  name    = "plan-side",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  plan = {
    rows   = { "ooo" },
    starts = {
      { number = 6, x = 0, y = 0, side = "left", letters = "....." },
    },
  },
}
