-- refused: variant 'option-no-max': option 'toll' needs the field 'max', an
--   integer

local variant = require "castled.variant"

return variant {
  name    = "option-no-max",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  options = {
    toll = {
      type = "integer", min = 1, default = 2,
      title = { en = "Toll" },
    },
  },
}
