-- refused: tests/variants/loop.lua:15: the script used up its 20000000
--   instructions; is there a loop that does not end?

local step    = require "castled.step"
local variant = require "castled.variant"

return variant {
  name    = "loop",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },
  steps = { before = { place_tile = step.automatic {
    name  = "z",
    apply = function()
      while true do end
    end,
  } } },
}
