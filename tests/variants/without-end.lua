-- refused: tests/variants/without-end.lua:14: functions call each other, or
--   themselves, without end

local variant = require "castled.variant"

return variant {
  name    = "without-end",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  rules = {
    tower_points = function(game, tower)
      return game.rules.tower_points(game, tower) + 1
    end,
  },
}
