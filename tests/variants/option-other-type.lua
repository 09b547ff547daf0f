-- refused: variant 'option-other-type': option 'toll' needs a type: 'boolean',
--   'integer' or 'choice'

local variant = require "castled.variant"

return variant {
  name    = "option-other-type",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  options = {
    toll = {
      type = "number", default = 2, title = { en = "Toll" },
    },
  },
}
