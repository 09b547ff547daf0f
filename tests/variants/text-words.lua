-- refused: tests/variants/text-words.lua: 'texts': en.events.toll_paid: there
--   is no section 'seat' with words for 'player'; did you mean 'seats'?

local variant = require "castled.variant"

return variant {
  name    = "text-words",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },
  events = { toll_paid = "player points" },
  texts  = { en = { events = { toll_paid = "{player:seat} pays {points}." } } },
}
