-- CS-83, CS-59, CS-68: houses are compared by the area that they cover.

local variant = require "castled.variant"

return variant {
  name    = "footprint-keep",
  numbers = { "CS-83", "CS-59", "CS-68" },
  title   = { en = "The largest house by area",
              es = "La casa más grande por superficie" },
  summary = { en = "The keep goes by the area that a house covers, not by its tiles.",
              es = "Para el torreón cuenta la superficie que cubre la casa, no sus losetas." },
  needs   = { api = 1, game = "castle" },

  rules = {
    house_size = function(_, house)
      return house.area                 -- the letters H of its pictures
    end,
    keep_bonus = function()
      return 50                         -- wall tile 8: two tiles
    end,
  },
}
