-- refused: tests/variants/plan-rows.lua: plan: row 1 is not as long as row 0

local variant = require "castled.variant"

return variant {
  name    = "plan-rows",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  plan = { rows = { "ooo", "oo" } },
}
