-- refused: tests/variants/super-no-game.lua:12: the rule 'path_points' calls super
--   with a feature first: it must be the game, as in super(game, ...)

local variant = require "castled.variant"

return variant {
  name    = "super-no-game",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },
  rules = {
    path_points = function(super, _, path)
      return super(path)
    end,
  },
}
