-- runs
-- option: toll=3

local variant = require "castled.variant"

return variant {
  name    = "option",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  options = {
    toll = {
      type = "integer", min = 1, max = 3, default = 2,
      title = { en = "Toll" },
    },
  },
}
