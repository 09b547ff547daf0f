-- A game as one viewer knows it: an offer of a draw is shown as long as it stands
-- (castled/draw_offer.lua; tests/terminal/test_draw_offer.lua asks the game itself).

local check    = require "check"
local match_of = require "web.match"
local tools    = require "web.tools"
local words    = require "web.words"

local function new(seat)
  local match = match_of.new {
    game = "g", seat = seat, about = { seats = { { seat = 1 }, { seat = 2 } } },
    description = { seats = { "white", "black" } },
  }
  match:take("game.event", { entry = 1, event = "tile_drawn", player = "white" })
  match:take("game.waiting", { seq = 1, seat = 1 })
  match:take("game.draw_offered", { seat = 2 })
  return match
end

local function shown(match)
  return tools.draw_offer { match = match, words = words.new("en"),
                            wording = { word = function(_, _, name) return name end } }
end

check.that("who is offered a draw may answer", shown(new(1)):find("answer-draw", 1, true))
check.that("who offers or watches may not", not shown(new(2)):find("answer-draw", 1, true)
           and not shown(new(nil)):find("answer-draw", 1, true) and shown(new(nil)) ~= "")

local match = new(1)
match:take("game.event", { entry = 2, event = "tile_placed", player = "white" })
match:take("game.waiting", { seq = 2, seat = 2 })
check.equal("another seat than the one that offers has chosen", shown(match), "")

match:take("game.draw_offered", { seat = 2 })
match:take("game.waiting", { seq = 3, seat = 1 })
check.that("the one that offers has chosen", shown(match) ~= "")

match:take("game.event", { entry = 1, event = "tile_drawn", player = "white" })
match:take("game.waiting", { seq = 3, seat = 1 })
check.equal("all is told again, and no offer", shown(match), "")

for method, params in pairs {
  ["game.undone"] = { entry = 0 }, ["game.draw_declined"] = { seat = 1 },
  ["game.over"] = { reason = "resigned", scores = {}, winner = "white" },
} do
  match = new(1)
  match:take(method, params)
  check.equal(method .. " ends an offer", shown(match), "")
end
