-- runs

local step    = require "castled.step"
local players = require "castle.players"
local variant = require "castled.variant"

return variant {
  name    = "text-apart",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },

  steps = { before = { place_tile = step.ask {
    name    = "recall",
    player  = players.on_turn,
    choices = function() return { { pass = true }, { card = 1 }, { card = 2 } } end,
    apply   = function() end,
  } } },

  texts = { en = {
    cards   = { ["1"] = "card", ["2"] = "card" },
    choices = { recall = "{pass?no one|a {card:cards}}" },
  } },
}
