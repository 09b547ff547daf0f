-- Every position of whole games: well-formed, each thing that lies on the table
-- there once; and what a page has after all changes is what is drawn anew.

local check   = require "check"
local drawing = require "castled.drawing"
local games   = require "games"
local xml     = require "xml"

local STARTS = { "tile-", "edge-", "wall-tile-", "follower-", "marker-", "keep-",
                 "layer-features", "layer-last", "layer-places", "layer-held",
                 "layer-choices" }

-- The whole group that begins at `from`.
local function group_at(svg, from)
  local depth, at = 0, from
  repeat
    local open, close = svg:find("<g[ >]", at), svg:find("</g>", at, true)
    if open and open < close then
      depth, at = depth + 1, open + 2
    else
      depth, at = depth - 1, close + 4
    end
  until depth == 0
  return svg:sub(from, at - 1)
end

-- Pieces by id, as a page would have them, from a whole drawing.
local function pieces_of(svg)
  local page = {}
  for from, id in svg:gmatch('()<g id="([^"]*)"') do
    for _, start in ipairs(STARTS) do
      if id:sub(1, #start) == start then
        page[id] = group_at(svg, from)
      end
    end
  end
  return page
end

local function take(page, parts)
  for _, part in ipairs(parts) do
    page[part.id] = part.svg
  end
end

local function difference(page, other)
  for id, svg in pairs(page) do
    if other[id] ~= svg then
      return id
    end
  end
  return nil
end

local function check_state(name, description, state, options)
  local svg = drawing.board(description, state.view, options)
  local elements, wrong = xml.read(svg)
  check.that(name .. " is well-formed", elements, wrong)
  check.equal(name .. " has nothing forbidden",
              elements and xml.forbidden(elements), nil)
  local view = state.view
  check.equal(name .. ": tiles", xml.count(elements, "tile-"), #view.board)
  check.equal(name .. ": followers", xml.count(elements, "follower-"),
              #view.followers)
  check.equal(name .. ": markers", xml.count(elements, "marker-"), 2)
  check.equal(name .. ": wall tiles", xml.count(elements, "wall-tile-"),
              #view.game.towers)
  local keeps = 0
  for _ in pairs(state.told and state.told.keeps or {}) do
    keeps = keeps + 1
  end
  check.equal(name .. ": keeps", xml.count(elements, "keep-"), keeps)
  return svg
end

-- Each column and each row has the number that texts call its spaces by, beside it
-- and in the picture.
local function check_rulers(svg)
  local left, top = svg:match('viewBox="(%-?%d+) (%-?%d+)')
  left, top = math.tointeger(left), math.tointeger(top)
  local columns, rows = {}, {}
  for x, y, number in svg:match('<g id="layer%-rulers">(.-)</g></g>')
                         :gmatch('<text x="(%-?%d+)" y="(%-?%d+)">(%-?%d+)</text>') do
    x, y, number = math.tointeger(x), math.tointeger(y), math.tointeger(number)
    check.that("number " .. number .. " is in the picture", x > left and y > top)
    if x == number * 100 + 50 then
      columns[number] = y
    elseif y // 100 == number then
      rows[number] = x
    end
  end
  for x, y in svg:gmatch('data%-x="(%d+)" data%-y="(%d+)"') do
    check.that("column " .. x, (columns[math.tointeger(x)] or 0) < -74)
    check.that("row " .. y, (rows[math.tointeger(y)] or 0) < -74)
  end
end

-- A game, with every `step`th of its positions.
local function check_game(seed, step)
  local description, states = games.play(check.CASTLED, seed)
  local before, page = nil, {}
  for index = 1, #states, step do
    local state, name = states[index], seed .. ", event " .. index
    local options = { told = state.told }
    local anew = pieces_of(check_state(name, description, state, options))
    local after = { view = state.view, options = options }
    if before then
      take(page, drawing.parts(description, before, after))
      check.equal(name .. ": what a page misses", difference(anew, page), nil)
      check.equal(name .. ": what it has too much", difference(page, anew), nil)
    else
      page = anew
    end
    before = after
  end
  check_rulers(drawing.board(description, before.view, before.options))
  -- Back to the beginning in one go, as after an undo.
  local first = { view = states[1].view, options = { told = states[1].told } }
  take(page, drawing.parts(description, before, first))
  check.equal(seed .. ": undone", difference(page,
    pieces_of(drawing.board(description, first.view, first.options))), nil)
end

check_game("drawing 1", 1)
check_game("drawing 2", 9)
