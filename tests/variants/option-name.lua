-- refused: variant 'option-name': an option cannot be called 'Toll': a
--   name has a-z, 0-9 and _ only

local variant = require "castled.variant"

return variant {
  name    = "option-name",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  options = {
    Toll = { type = "boolean", default = false, title = { en = "Toll" } },
  },
}
