-- refused: tests/variants/text-of-nobody.lua: 'texts': en.events.toll_paid:
--   there is no event 'toll_paid' to have a text

local variant = require "castled.variant"

return variant {
  name    = "text-of-nobody",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  texts = { en = { events = { toll_paid = "Paid." } } },
}
