-- refused: tests/variants/state-by-rule.lua: after the steps 'draw_tile',
--   'place_follower', 'score_feature', 'return_followers', 'next_player': the
--   game's state has a number that is not an integer: game.memo is 0.5

local variant = require "castled.variant"

return variant {
  name    = "state-by-rule",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  rules = {
    path_points = function(super, game, path)
      game.memo = 0.5
      return super(game, path)
    end,
  },
}
