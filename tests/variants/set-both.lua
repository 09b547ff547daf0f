-- refused: variants 'open-starts' and 'set-both' set the option
--   'start_space_matches' to different values, false and true: choose one
-- with: open-starts

local variant = require "castled.variant"

return variant {
  name    = "set-both",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  set = { start_space_matches = true },
}
