-- refused: tests/variants/step-by-hand.lua: 'steps': before 'next_player' must
--   be a step made by step.automatic, step.ask or step.chance

local variant = require "castled.variant"

return variant {
  name    = "step-by-hand",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  steps = { before = { next_player = { name = "pause" } } },
}
