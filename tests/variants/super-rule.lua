-- runs
-- with: german

local variant = require "castled.variant"

return variant {
  name    = "super-rule",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  rules = {
    incomplete_path_points = function(super, game, path)
      return super(game, path)
    end,
  },
}
