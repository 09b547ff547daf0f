-- refused: tests/variants/unknown-game-module.lua:5: there is no module
--   'castle.player': modules are castled.NAME and castle.NAME; did you mean
--   'castle.players' or 'castle.plan'?

local _ = require "castle.player"
local variant = require "castled.variant"

return variant {
  name    = "unknown-game-module",
  title   = { en = "A test" },
  summary = { en = "A test." },
  needs   = { api = 1, game = "castle" },
}
