-- refused: tests/variants/no-colon.lua:13: 'supply' is called on the game,
--   with a colon: game:supply(...)

local variant = require "castled.variant"

return variant {
  name    = "no-colon",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },
  rules = {
    path_points = function(super, game, path)
      if game.supply(game.players[1]) then return {} end
      return super(game, path)
    end,
  },
}
