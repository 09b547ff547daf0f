-- runs

local step    = require "castled.step"
local variant = require "castled.variant"

return variant {
  name    = "event-feature",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },
  events = { looked_at = "by spaces" },
  steps = { after = { place_tile = step.automatic {
    name  = "z",
    apply = function(game)
      local feature = game:segments()[1].feature
      game:event("looked_at", { by = "feature", spaces = feature })
      game:event("looked_at", { by = "id", spaces = feature.id })
    end,
  } } },
}
