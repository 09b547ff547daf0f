-- refused: variant 'option-values': option 'toll': 'values': entry 2 must
--   be a string, not a number

local variant = require "castled.variant"

return variant {
  name    = "option-values",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  options = {
    toll = {
      type = "choice", values = { "none", 2 }, default = "none",
      title = { en = "Toll" },
    },
  },
}
