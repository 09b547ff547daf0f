-- refused: variant 'option-default-choice': option 'toll': 'default' must be
--   'none' or 'all'

local variant = require "castled.variant"

return variant {
  name    = "option-default-choice",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  options = {
    toll = {
      type = "choice", values = { "none", "all" },
      default = "some", title = { en = "Toll" },
    },
  },
}
