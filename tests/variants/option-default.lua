-- refused: variant 'option-default': option 'toll': 'default' must be an
--   integer from 1 to 3

local variant = require "castled.variant"

return variant {
  name    = "option-default",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  options = {
    toll = {
      type = "integer", min = 1, max = 3, default = 0,
      title = { en = "Toll" },
    },
  },
}
