-- refused: variant 'option-no-title': option 'toll' needs the field 'title', a
--   table

local variant = require "castled.variant"

return variant {
  name    = "option-no-title",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  options = {
    toll = {
      type = "boolean", default = false,
    },
  },
}
