-- refused: the option 'toll' cannot be '1.5'; it can be an integer from 1 to 3
-- option: toll=1.5

local variant = require "castled.variant"

return variant {
  name    = "option-half",
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
