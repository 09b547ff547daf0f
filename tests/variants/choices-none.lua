-- runs

local step    = require "castled.step"
local players = require "castle.players"
local variant = require "castled.variant"

return variant {
  name    = "choices-none",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },
  steps = { before = { place_tile = step.ask {
    name    = "z",
    player  = players.on_turn,
    choices = function() return {} end,
    apply   = function() end,
  } } },
}
