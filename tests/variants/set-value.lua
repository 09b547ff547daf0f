-- refused: variant 'set-value' sets the option 'start_space_matches' to 'no';
--   it can be true or false

local variant = require "castled.variant"

return variant {
  name    = "set-value",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  set = { start_space_matches = "no" },
}
