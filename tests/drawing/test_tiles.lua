-- Each tile in each turn, and tiles of games that nobody knows.

local check   = require "check"
local drawing = require "castled.drawing"
local paint   = require "castled.drawing.paint"
local xml     = require "xml"

local description = check.description()

for _, theme in ipairs { "light", "dark" } do
  for _, tile in ipairs(description.tiles) do
    for turns = 0, 3 do
      local name = tile.name .. "/" .. turns .. " " .. theme
      local svg = drawing.tile(description, tile.name, turns, { theme = theme })
      local elements, wrong = xml.read(svg)
      check.that(name .. " is well-formed", elements, wrong)
      check.equal(name .. " has nothing forbidden",
                  elements and xml.forbidden(elements), nil)
      check.that(name .. " has no number that is none",
                 not svg:find("nan") and not svg:find("inf[^o]"))
    end
  end
end

check.equal("a tile that there is not", drawing.tile(description, "c99", 0), nil)

-- A segment each: what the picture has, the drawing has.
local svg = drawing.tile(description, "c20", 1)
local _, segments = svg:gsub('data%-segment="', "")
check.equal("c20 has a path, a tower, a house and three courts", segments, 6)

-- The same outline on both sides of an edge: a house from slope to slope.
check.that("a slope goes on to the edge",
           drawing.tile(description, "c07", 0):find("M10 0L90 0", 1, true))

-- Another game: an endless table, fields and roads, and a kind without a look.
local other = {
  name = "other", title = { en = 'A <b>"bold"</b> & strange game' },
  seats = { "red", "<i>" }, plan = "unbounded", texts = {},
  alphabet = {
    kinds = { { name = "field" }, { name = "road" }, { name = "city" },
              { name = 'swamp"><script>' } },
    marks = { "pennant", "dragon" },
    letters = {
      { letter = ".", kind = "field" }, { letter = "R", kind = "road" },
      { letter = "C", kind = "city" },
      { letter = "W", kind = "city", mark = "pennant" },
      { letter = "D", kind = "field", mark = "dragon" },
      { letter = "~", kind = 'swamp"><script>' }, { letter = "X", separator = true },
    },
  },
  tiles = { { name = "a", picture = "CCWCC" .. "..C.." .. "RRXRR" .. "..R.~"
                                    .. "D.R~~" },
            { name = 'b"', picture = "....." .. ".RRR." .. ".R.R." .. ".RRR."
                                     .. "....." } },
}
local view = {
  board = { { tile = "a", turns = 0, x = -3, y = 7 },
            { tile = 'b"', turns = 3, x = -3, y = 8 },
            { tile = "unknown", turns = 0, x = -4, y = 8 } },
  followers = { { at = { 0, 0 }, kind = "city", player = "<i>", x = -3, y = 7 } },
  game = { players = { { score = 3 }, { score = 104 } } },
  left = { tiles = 12 },
}
local drawn = drawing.board(other, view, {
  header = true, background = true, names = { "<script>alert(1)</script>", "b&c" } })
local elements, wrong = xml.read(drawn)
check.that("another game is well-formed", elements, wrong)
check.equal("nothing forbidden in it", elements and xml.forbidden(elements), nil)
check.equal("its tiles", elements and xml.count(elements, "tile-"), 2)
check.equal("its follower", elements and xml.count(elements, "follower-"), 1)
check.that("its columns and rows have their numbers",
           drawn:find(">-3</text>", 1, true) and drawn:find(">8</text>", 1, true))
check.that("names stay text", not drawn:find("<script>", 1, true)
                              and drawn:find("&lt;script&gt;alert", 1, true))
check.equal("on an endless table a new size is a new drawing", drawing.parts(other,
  { view = { board = {}, followers = {} } }, { view = view }), nil)

-- The stylesheet knows all classes that are drawn.
local css = paint.css()
local unknown
for class in drawn:gmatch('class="(f%-[%w_-]+)"') do
  unknown = unknown or not css:find("." .. class .. " ", 1, true) and class
end
check.equal("a class that the stylesheet does not know", unknown or nil, nil)
