-- refused: tests/variants/super-forgotten.lua:13: 'super' is not there: a
--   rule gets it as its first parameter: function(super, game, ...)

local variant = require "castled.variant"

return variant {
  name    = "super-forgotten",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },
  rules = {
    path_points = function(game, path)
      return super(game, path) -- luacheck: ignore
    end,
  },
}
