-- refused: tests/variants/reads-feature.lua:13: a feature has no field
--   'tile'; did you mean 'tiles'?

local variant = require "castled.variant"

return variant {
  name    = "reads-feature",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },
  rules = {
    path_points = function(super, game, path)
      if path.tile then return {} end
      return super(game, path)
    end,
  },
}
