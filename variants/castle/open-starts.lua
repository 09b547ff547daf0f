-- CS-84, CS-34: start spaces are matched like the plain wall.

local variant = require "castled.variant"

return variant {
  name    = "open-starts",
  numbers = { "CS-84", "CS-34" },
  title   = { en = "Paths need not fit the start spaces",
              es = "Los caminos no tienen que encajar con los espacios de inicio" },
  summary = { en = "Anything may lie against a start space, as against the wall.",
              es = "Contra un espacio de inicio puede ponerse todo, como contra la muralla." },
  needs   = { api = 1, game = "castle" },

  set = { start_space_matches = false },
}
