-- refused: variant 'option-default-type': option 'toll': 'default' must be an
--   integer, not a float

local variant = require "castled.variant"

return variant {
  name    = "option-default-type",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  options = {
    toll = {
      type = "integer", min = 1, max = 3, default = 1.5,
      title = { en = "Toll" },
    },
  },
}
