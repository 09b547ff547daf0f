-- refused: variant 'option-empty-range': option 'toll': 'min' is more than
--   'max'

local variant = require "castled.variant"

return variant {
  name    = "option-empty-range",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  options = {
    toll = {
      type = "integer", min = 3, max = 1, default = 2,
      title = { en = "Toll" },
    },
  },
}
