-- runs

local variant = require "castled.variant"

return variant {
  name    = "texts",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  events = { toll_paid = "player points spaces" },
  texts  = {
    en = {
      events = {
        toll_paid = "{player?{player:payers} pays {points} "
                    .. "{points|point|points} for {#spaces}: "
                    .. "{score_after%100}.|Nobody pays.}",
      },
      payers = { white = "White", black = "Black" },
      terms  = { toll = "{count} × {each} = {points}" },
      status = { table = { "Turn {game.turn}.", "" } },
    },
  },
}
