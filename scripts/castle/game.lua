-- Carcassonne: The Castle. The numbers are those of RULES.md.

local final    = require "castle.final"
local game     = require "castled.game"
local placing  = require "castle.placing"
local scoring  = require "castle.scoring"
local setup    = require "castle.setup"
local turn_end = require "castle.turn_end"

return game {
  name    = "castle",
  api     = 1,
  title   = { en = "Carcassonne: The Castle",
              es = "Carcassonne: El Castillo" },
  summary = { en = "Two players build a castle inside its wall.",
              es = "Dos jugadores construyen un castillo dentro de su muralla." },

  seats    = setup.SEATS,                                         -- CS-01
  figures  = setup.FIGURES,
  alphabet = require "castle.alphabet",                           -- CS-05
  tiles    = require "castle.tiles",                              -- CS-02
  plan     = require "castle.plan",                               -- CS-03
  piles    = setup.piles,
  options  = require "castle.options",
  groups   = { ["path-scoring"] = "rgg", ["wall-pickup"] = "at-once" },
  events   = require "castle.events",
  texts    = require "castle.texts",
  rules    = require "castle.rules",

  starts_match = function(options)
    return options.start_space_matches                            -- CS-34
  end,

  setup = setup.put_out,                                          -- CS-10

  start = { setup.first_player, setup.begin },                    -- CS-11

  turn = {                                                        -- CS-25
    placing.draw_tile,
    placing.place_tile,
    placing.place_follower,
    scoring.choose_feature,
    scoring.double_feature,
    scoring.score_feature,
    scoring.take_wall_tile,
    turn_end.return_followers,
    turn_end.extra_turn,
    turn_end.next_player,
  },

  final = {                                                       -- CS-70
    final.score_keep,
    final.score_courts,
    final.score_wall_tiles,
  },

  view     = require "castle.view",
  result   = require "castle.result",
  estimate = require "castle.estimate",
  given    = require "castle.given",
}
