-- refused: the option 'toll' cannot be 'yes'; it can be true or false
-- option: toll=yes

local variant = require "castled.variant"

return variant {
  name    = "option-flag",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  options = {
    toll = {
      type = "boolean", default = false, title = { en = "Toll" },
    },
  },
}
