-- refused: variant 'option' and variant 'option-twice' both declare the option
--   'toll': rename one
-- with: tests/variants/option.lua

local variant = require "castled.variant"

return variant {
  name    = "option-twice",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  options = {
    toll = {
      type = "boolean", default = false, title = { en = "Toll" },
    },
  },
}
