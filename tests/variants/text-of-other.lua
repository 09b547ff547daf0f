-- runs
-- with: tests/variants/event.lua

local variant = require "castled.variant"

return variant {
  name    = "text-of-other",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  texts = { en = { events = { toll_paid = "Paid." } } },
}
