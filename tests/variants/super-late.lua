-- refused: tests/variants/super-late.lua:12: the rule 'path_points': super
--   must be the first parameter, as in function(super, game, ...)

local variant = require "castled.variant"

return variant {
  name    = "super-late",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },
  rules = {
    path_points = function(game, path, super)
      return super(game, path)
    end,
  },
}
