-- refused: tests/variants/text-field.lua: 'texts': en.events.toll_paid: there
--   is no field 'pints' to be told; did you mean 'points'?

local variant = require "castled.variant"

return variant {
  name    = "text-field",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  events = { toll_paid = "player points" },
  texts  = { en = { events = { toll_paid = "{player:seats} pays {pints}." } } },
}
