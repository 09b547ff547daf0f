-- runs

local variant = require "castled.variant"

return variant {
  name    = "text-named",
  title   = { es = "Una prueba" },
  summary = { es = "Una prueba." },
  needs   = { api = 1, game = "castle" },

  events = { toll_paid = "player points" },
  texts  = {
    es = {
      events = {
        toll_paid = "{player:seats} paga{named?|n} {points}.",
        game_over = "{winner?Gana{named?|n} {winner:seats}|No gana nadie}: "
                    .. "{reason}, {scores.white} a {scores.black}",
      },
    },
  },
}
