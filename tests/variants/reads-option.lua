-- refused: tests/variants/reads-option.lua:13: there is no option
--   'first_payer'; did you mean 'first_player'?

local variant = require "castled.variant"

return variant {
  name    = "reads-option",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },
  rules = {
    path_points = function(super, game, path)
      if game.options.first_payer then return {} end
      return super(game, path)
    end,
  },
}
