-- refused: the option 'toll' cannot be 'most'; it can be 'none', 'half' or
--   'all'
-- option: toll=most

local variant = require "castled.variant"

return variant {
  name    = "option-choice",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  options = {
    toll = {
      type = "choice", values = { "none", "half", "all" },
      default = "none", title = { en = "Toll" },
    },
  },
}
