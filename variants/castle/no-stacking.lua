-- CS-85: of CS-63, CS-66 and CS-67 the other reading, that of the Falcon rules.

local variant = require "castled.variant"

return variant {
  name    = "no-stacking",
  numbers = { "CS-85", "CS-63", "CS-66", "CS-67" },
  title   = { en = "One wall tile a feature",
              es = "Una loseta de muralla por elemento" },
  summary = { en = "Only one wall tile of a kind may be played on one feature.",
              es = "Solo puede jugarse una loseta de muralla de cada tipo en un mismo elemento." },
  needs   = { api = 1, game = "castle" },

  rules = {
    wall_tiles_on_one_feature = function()
      return 1
    end,
  },
}
