-- runs

local variant = require "castled.variant"

return variant {
  name    = "text-own-words",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },
  events = { toll_paid = "player kind" },
  texts  = { en = {
    events = { toll_paid = "{player:seats} pays for a {kind:tolls}." },
    tolls  = { path = "way" },
  } },
}
