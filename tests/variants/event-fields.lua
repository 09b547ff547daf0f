-- refused: tests/variants/event-fields.lua: 'events' must have a string of
--   field names for each event, as in { toll_paid = "player points" }

local variant = require "castled.variant"

return variant {
  name    = "event-fields",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  events = { toll_paid = { "player", "points" } },
}
