-- refused: tests/variants/step-way.lua: 'steps' has no field 'instead'; there
--   is 'after', 'before' and 'replace'

local variant = require "castled.variant"

return variant {
  name    = "step-way",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  steps = { instead = {} },
}
