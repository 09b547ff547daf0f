-- refused: tests/variants/choices-nothing.lua: step 'z': 'choices' gives nil: a
--   forgotten 'return' looks the same; 'return {}' says that there is nothing
--   to choose

local step    = require "castled.step"
local players = require "castle.players"
local variant = require "castled.variant"

return variant {
  name    = "choices-nothing",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },
  steps = { before = { place_tile = step.ask {
    name    = "z",
    player  = players.on_turn,
    choices = function() local _ = { { pass = true } } end,
    apply   = function() end,
  } } },
}
