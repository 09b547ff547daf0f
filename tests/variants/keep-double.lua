-- runs

local score   = require "castled.score"
local variant = require "castled.variant"

return variant {
  name    = "keep-double",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  rules = {
    keep_points = function(super, game, area)
      local terms = super(game, area)
      terms[#terms + 1] = score.term("empty_spaces", area.spaces + area.starts, 1)
      return terms
    end,
  },
}
