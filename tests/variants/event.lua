-- runs

local variant = require "castled.variant"

return variant {
  name    = "event",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  events = { toll_paid = "player points" },
}
