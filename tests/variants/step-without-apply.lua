-- refused: tests/variants/step-without-apply.lua:15: step 'pause' needs the
--   field 'apply', a function

local step    = require "castled.step"
local variant = require "castled.variant"

return variant {
  name    = "step-without-apply",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  steps = {
    before = {
      next_player = step.automatic { name = "pause" },
    },
  },
}
