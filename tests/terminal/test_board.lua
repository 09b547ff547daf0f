-- The board model, places, choices, the wall: against what the core says.

local board    = require "castled.board"
local castle   = require "castled.castle"
local changes  = require "castled.castle_events"
local check    = require "check"
local choices  = require "castled.choices"
local picture  = require "castled.picture"
local places   = require "castled.places"
local story    = require "castled.story"

local description = check.description()

local letters = "abcdefghijklmnopqrstuvwxy"
check.equal("a quarter turn brings the south-west corner to the north-west",
            picture.letter(letters, 1, 0, 0), "u")
check.equal("a half turn", picture.letter(letters, 2, 0, 0), "y")
for turns = 0, 3 do
  local column, row = picture.turn(1, 3, turns)
  check.equal("turn and turn back by " .. turns,
              { picture.turn_back(column, row, turns) }, { 1, 3 })
end

local function laid(...)
  local list = {}
  for index, tile in ipairs { ... } do
    list[index] = { tile = tile[1], x = tile[2], y = tile[3], turns = tile[4] }
  end
  local made = board.new(description)
  made:read { board = list, followers = {} }
  return made
end

local function kinds_of(tile)
  local list = {}
  for index, segment in ipairs(board.new(description).tiles[tile].segments) do
    list[index] = segment.kind .. " " .. segment.column .. "," .. segment.row
  end
  return table.concat(list, "; ")
end
check.equal("the segments of c20", kinds_of("c20"),
            "court 0,0; path 2,0; court 3,0; tower 0,1; house 4,1; court 1,3")
check.equal("the square of c43 divides its paths", kinds_of("c43"),
            "court 0,0; path 2,0; court 3,0; path 3,2; path 2,3; court 3,3")

local tower = laid { "c04", 8, 2, 1 }
local feature
for _, node in pairs(tower:last().nodes) do
  feature = node.kind == "tower" and tower:feature(node) or feature
end
check.equal("a start space counts as a piece", #feature.pieces, 2)
check.that("the tower against start space 62 is complete", feature.is_complete)

local path = laid({ "c25", 3, 1, 0 }, { "c25", 3, 2, 0 })
for _, node in pairs(path:last().nodes) do
  feature = node.kind == "path" and path:feature(node) or feature
end
check.equal("a path over two tiles", #feature.pieces, 2)
check.that("is not complete", not feature.is_complete)
check.equal("the sides that it meets",
            choices.told(path, { column = 2, row = 0 }).sides,
            { "north", "south" })

local found = places.new {
  { x = 3, y = 0, turns = 2 }, { x = 5, y = 0, turns = 0 },
  { x = 3, y = 0, turns = 0 }, { x = 3, y = 4, turns = 1 },
}
check.equal("places are spaces", #found.list, 3)
check.equal("with the turns that fit", found:at(3, 0).turns, { 0, 2 })
check.equal("and the index of each choice", found:at(3, 0).index[0], 2)
check.equal("the next to the right",
            places.next(found.list, found:at(3, 0), 1, 0).x, 5)
check.equal("the next below",
            places.next(found.list, found:at(5, 0), 0, 1).y, 4)
check.that("nothing above",
           not places.next(found.list, found:at(3, 0), 0, -1))
check.equal("the next turn", places.next_turns(found:at(3, 0), 0, 1), 2)
check.equal("and around", places.next_turns(found:at(3, 0), 2, 1), 0)

local track = castle.track(board.new(description))
check.equal("the track has 100 spaces", track.count, 100)
check.equal("and 14 towers", #track.towers, 14)
for line in io.lines(check.ROOT .. "/tests/core/data/castle-board.txt") do
  local number, x, y = line:match("^corner +(%d+) (%d+) (%d+)")
  local space = track.spaces[math.tointeger(tonumber(number))]
  if number then
    local tower_of = space.tower or { x = 0, y = 0 }
    local distance = math.max(math.abs(tower_of.x - tonumber(x) * 5 + 0.5),
                              math.abs(tower_of.y - tonumber(y) * 5 + 0.5))
    check.that("tower " .. number .. " stands at its corner", distance == 1.5,
               distance)
  end
  number, x, y = line:match("^side +(%d+) (%d+) (%d+)")
  space = track.spaces[math.tointeger(tonumber(number))]
  if number then
    local at = space.stands[1]
    local is_beside = at[1] >= x * 5 - 3 and at[1] < x * 5 + 8
                      and at[2] >= y * 5 - 3 and at[2] < y * 5 + 8
    check.that("space " .. number .. " is beside its side", is_beside)
  end
end

local seats = { "white", "black" }
local view = changes.initial(seats, track)
local told = story.new()
for _, event in ipairs {
  { event = "tile_drawn", entry = 1, player = "white", tile = "c25" },
  { event = "tile_placed", entry = 2, player = "white", tile = "c25", x = 3,
    y = 0, turns = 0 },
  { event = "follower_placed", entry = 3, player = "white", kind = "path",
    x = 3, y = 0, at = { 2, 0 } },
  { event = "feature_scored", entry = 4, player = "white", kind = "path",
    points = 12, terms = {} },
  { event = "wall_tile_taken", entry = 5, player = "white", space = 12,
    kind = 4 },
  { event = "follower_returned", entry = 6, player = "white", kind = "path",
    x = 3, y = 0, at = { 2, 0 } },
} do
  told:add(event)
  changes.apply(view, seats, event)
end
check.equal("a tile lies", #view.board, 1)
check.equal("the follower is back", #view.followers, 0)
check.equal("points are counted", view.game.players[1].score, 12)
check.equal("the wall tile is taken", view.game.players[1].wall_tiles, { 4 })
check.equal("from its tower", #view.game.towers, 12)
told:cut(4)
check.equal("what is taken back is forgotten", #told.events, 4)
check.equal("points by where they came from", told:sums(),
            { { name = "feature_scored_path", points = { white = 12 } } })
