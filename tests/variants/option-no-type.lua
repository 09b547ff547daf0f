-- refused: variant 'option-no-type': option 'toll' needs a type: 'boolean',
--   'integer' or 'choice'

local variant = require "castled.variant"

return variant {
  name    = "option-no-type",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  options = {
    toll = {
      default = 2, title = { en = "Toll" },
    },
  },
}
