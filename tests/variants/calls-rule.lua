-- refused: tests/variants/calls-rule.lua:13: there is no rule 'path_pionts';
--   did you mean 'path_points'?

local variant = require "castled.variant"

return variant {
  name    = "calls-rule",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },
  rules = {
    path_points = function(super, game, path)
      if game.rules.path_pionts(game, path) then return {} end
      return super(game, path)
    end,
  },
}
