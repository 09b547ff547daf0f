-- refused: variant 'event-taken' declares the event 'tile_drawn', which the
--   game has with other fields: rename it

local variant = require "castled.variant"

return variant {
  name    = "event-taken",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  events = { tile_drawn = "player" },
}
