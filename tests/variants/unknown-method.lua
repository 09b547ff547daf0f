-- refused: tests/variants/unknown-method.lua:15: attempt to call a nil value
--   (method 'retrun_followers'); did you mean 'return_followers'?

local step    = require "castled.step"
local variant = require "castled.variant"

return variant {
  name    = "unknown-method",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },
  steps = { before = { score_feature = step.automatic {
    name  = "z",
    apply = function(game)
      game:retrun_followers(0)
    end,
  } } },
}
