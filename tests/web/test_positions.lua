-- How games stand: who gets whose position.

local check     = require "check"
local match_of  = require "web.match"
local positions = require "web.positions"

local DESCRIPTION = { name = "g", seats = { "white", "black" } }
local kept = {} -- so that nothing is forgotten

local function match(seat)
  return match_of.new { game = "g", about = {}, description = DESCRIPTION,
                        seat = seat }
end

-- A session whose requests the daemon answers so.
local function session(failure, view)
  local made = { asked = 0 }
  function made.ask(_, _, _, done)
    made.asked = made.asked + 1
    done(failure, view)
  end
  made.process = made
  return made
end

local function fetch(seat, from)
  local refused, position
  positions.fetch(match(seat), from, function(...)
    refused, position = ...
  end)
  kept[#kept + 1] = position
  return position, refused
end

local own = fetch(1, session(nil, { hand = { "a tile" } }))
check.that("a seat sees its own", own and own.view.hand[1] == "a tile")
local stolen, refused = fetch(1, session { code = 2, message = "not yours" })
check.that("who only says that it sits there does not",
           not stolen and refused.code == 2)
local watched = fetch(nil, session(nil, { hand = {} }))
check.that("nor does who watches", watched ~= own and not watched.view.hand)
local again = session { code = 7 }
check.that("all who watch have one together",
           fetch(nil, again) == watched and again.asked == 0)
