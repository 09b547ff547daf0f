-- refused: variant 'set-unknown' sets the option 'start_spaces_match', which
--   nothing declares; did you mean 'start_space_matches'?

local variant = require "castled.variant"

return variant {
  name    = "set-unknown",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  set = { start_spaces_match = false },
}
