-- refused: tests/variants/unknown-step-kind.lua:13: attempt to call a nil value
--   (field 'automatc'); did you mean 'automatic'?

local step    = require "castled.step"
local variant = require "castled.variant"

return variant {
  name    = "unknown-step-kind",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  steps = { before = { place_tile = step.automatc { name = "z" } } },
}
