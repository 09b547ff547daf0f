-- refused: tests/variants/unknown-word.lua:13: 'print' is not there: log(...)
--   writes a line

local variant = require "castled.variant"

return variant {
  name    = "unknown-word",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },
  rules = {
    path_points = function(super, game, path)
      print(path.tiles)
      return super(game, path)
    end,
  },
}
