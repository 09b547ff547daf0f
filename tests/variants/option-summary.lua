-- refused: variant 'option-summary': option 'toll': 'summary' needs a text in
--   'en' (English) or 'es' (Spanish)

local variant = require "castled.variant"

return variant {
  name    = "option-summary",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  options = {
    toll = {
      type = "boolean", default = false, title = { en = "A toll" }, summary = {},
    },
  },
}
