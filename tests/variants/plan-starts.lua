-- refused: tests/variants/plan-starts.lua: the plan needs 'starts', at least
--   one start space: no first tile could be laid

local variant = require "castled.variant"

return variant {
  name    = "plan-starts",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  plan = { rows = { "ooo", "ooo" } },
}
