-- A question as the browser's script is told it.

local board_of = require "castled.board"
local check    = require "check"
local choices_of = require "castled.choices"
local json     = require "castled.json"
local question = require "web.question"

local view = {
  board = { { tile = "c04", x = 8, y = 2, turns = 1 } }, followers = {},
  game = { drawn = "c20", players = { { wall_tiles = { 1, 2, 2 } },
                                      { wall_tiles = { 1 } } } },
}
local board = board_of.new(check.description())
board:read(view)

local function message(step, choices)
  return question.message({ game = "g", seq = 7, step = step, seat = 1,
                            player = "white", choices = choices }, view,
                          function() return board end)
end

local place = message("place_tile", {
  { x = 3, y = 1, turns = 0 }, { x = 2, y = 1, turns = 3 },
  { x = 3, y = 1, turns = 2 } })
check.equal("a tile is laid", { place.kind, place.seq },
            { "place", 7 })
check.equal("by space and turns", place.places, {
  { 2, 1, { json.null, json.null, json.null, 1 } },
  { 3, 1, { 0, json.null, 2, json.null } } })

local follower = message("place_follower", {
  { role = "knight", column = 1, row = 1 }, { pass = true } })
check.equal("a follower is chosen in its layer",
            { follower.kind, follower.on }, { "list", nil })

local tower
for _, node in pairs(board:last().nodes) do
  tower = node.kind == "tower" and node or tower
end
check.equal("a feature is chosen on its tiles",
            message("choose_feature", {
              { feature = 0, kind = "path", points = 1 },
              { feature = tower.id, kind = "tower", points = 4 } }).on,
            { ["tile-8-2"] = 1 })
check.equal("wall tiles are chosen where the player has them",
            message("double_feature", {
              { tiles = 0, kind = 2 }, { tiles = 1, kind = 2 },
              { tiles = 2, kind = 2 } }).on,
            { ["own-1-2"] = 1, ["own-1-3"] = 2 })
check.equal("and so is another turn",
            message("extra_turn", { { play = true }, { play = false } }).on,
            { ["own-1-1"] = 0 })

view.game.drawn = ""
check.equal("placements of no tile that is known are a list",
            message("place_tile", { { x = 3, y = 1, turns = 0 } }).kind, "list")

check.equal("a feature is called by a space of its own",
            choices_of.called_apart({ { 3, 1 }, { 4, 1 }, { 4, 2 } },
                                 { { { 3, 1 }, { 4, 1 } }, { { 3, 1 } } }),
            { { 4, 2 }, { 3, 1 }, { 4, 1 } })
check.equal("by its first, if it has none",
            choices_of.called_apart({ { 3, 1 }, { 4, 1 } }, { { { 4, 1 }, { 3, 1 } } }),
            { { 3, 1 }, { 4, 1 } })

-- Where on its tile, as it lies: the tile is turned a quarter.
local parts = {}
for _, segment in ipairs(board:last().tile.segments) do
  parts[#parts + 1] = segment.kind .. " " .. choices_of.part_of_tile(board, {
    column = segment.column, row = segment.row })
end
check.equal("where a segment lies", table.concat(parts, "; "),
            "court north_west; tower east")
check.equal("nor is that anywhere", choices_of.part_of_tile(board, { pass = true }), nil)
