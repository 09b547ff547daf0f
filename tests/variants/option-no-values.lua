-- refused: variant 'option-no-values': option 'toll' has no values

local variant = require "castled.variant"

return variant {
  name    = "option-no-values",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  options = {
    toll = {
      type = "choice", values = {}, default = "none",
      title = { en = "Toll" },
    },
  },
}
