-- refused: tests/variants/text-event.lua: 'texts': en.events.tile_place: there
--   is no event 'tile_place' to have a text; did you mean 'tile_placed'?

local variant = require "castled.variant"

return variant {
  name    = "text-event",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  texts = { en = { events = { tile_place = "{x},{y}" } } },
}
