-- An offer of a draw stands, to who is only told what happens, as long as it stands in
-- the game itself: `castled host` says, by whether another offer may be made.

local check      = require "check"
local client     = require "castled.client"
local draw_offer = require "castled.draw_offer"
local uv         = require "luv"

local host, follower

-- What the host answers; nil and why not.
local function ask(method, params)
  local is_there, failure, result
  host:call(method, params, function(...)
    failure, result = ...
    is_there = true
  end)
  repeat uv.run("once") until is_there
  return result, failure and failure.message
end

host = client.start {
  command = check.CASTLED, arguments = { "host" },
  on_notification = function(method, params)
    if params.game == follower.game then
      draw_offer.take(follower, method, params)
      follower.asked = method == "game.question" and params or follower.asked
    end
  end,
  on_end = function() end,
}

-- All that was told so far is heard when the next answer comes.
local function hear()
  assert(ask("game.view", { game = follower.game }))
end

local STEPS = {}

function STEPS.offer(by)
  assert(ask("game.offer_draw", { game = follower.game, seat = by }))
end

function STEPS.accept(by)
  assert(ask("game.answer_draw", { game = follower.game, seat = by, agree = true }))
end

function STEPS.decline(by)
  assert(ask("game.answer_draw", { game = follower.game, seat = by, agree = false }))
end

-- Whoever is asked makes the first choice; the number is who that has to be.
function STEPS.choose(by)
  local asked = follower.asked
  assert(asked.seat == by, "another seat is asked")
  assert(ask("game.choose", { game = follower.game, seq = asked.seq, index = 0 }))
end

-- Until another seat is asked.
function STEPS.turn(by)
  repeat
    STEPS.choose(by)
    hear()
  until follower.asked.seat ~= by
end

function STEPS.undo(by)
  assert(ask("game.undo", { game = follower.game, seat = by }))
end

local function follow(name, steps, stands)
  local made = assert(ask("game.create", { game = "castle", seed = "1",
    players = { "human", "human" }, options = { first_player = "white" } }))
  follower = { game = made.game }
  assert(ask("game.begin", { game = made.game }))
  hear()
  for verb, by in steps:gmatch("(%a+) (%d)") do
    STEPS[verb](tonumber(by))
    hear()
  end
  check.equal(name .. ": as it is told", follower.draw_offer, stands)
  local _, failure = ask("game.offer_draw", { game = made.game, seat = 3 - (stands or 2) })
  check.equal(name .. ": in the game", failure ~= nil and failure:find("offered and not") ~= nil,
              stands ~= nil)
end

local function follow_all()
  follow("an offer", "offer 2", 2)
  follow("another seat chooses", "offer 2 choose 1", nil)
  follow("the seat that offers chooses itself", "offer 1 choose 1", 1)
  follow("its turn ends", "offer 1 turn 1", 1)
  follow("and the other one has chosen", "offer 1 turn 1 choose 2", nil)
  follow("something is undone", "choose 1 offer 1 undo 1", nil)
  follow("and done again", "choose 1 offer 1 undo 1 choose 1", nil)
  follow("it is declined", "offer 1 decline 2", nil)
  follow("and made again", "offer 1 decline 2 offer 1 choose 1", 1)

  follow("an offer that is accepted", "offer 1", 1)
  check.that("it is to be answered by the other one", draw_offer.asks(follower, 2)
             and not draw_offer.asks(follower, 1) and not draw_offer.asks(follower, nil))
  STEPS.accept(2)
  hear()
  check.equal("after the end there is none", follower.draw_offer, nil)
  check.that("and nothing to answer", not draw_offer.asks(follower, 2))
end

local is_well, trace = xpcall(follow_all, debug.traceback)
host:close()
uv.run()
assert(is_well, trace)

-- Of three who play, one has accepted: it stands, and is to be answered by the third.
local three = {}
draw_offer.take(three, "game.draw_offered", { seat = 1 })
draw_offer.take(three, "game.draw_accepted", { seat = 2 })
check.that("one of two has accepted", three.draw_offer == 1 and draw_offer.asks(three, 3)
           and not draw_offer.asks(three, 2))

-- Some of it was not heard: if it still stands it is told again, behind the question.
draw_offer.take(three, "game.waiting", { seq = 5, seat = 1 })
draw_offer.take(three, "game.draw_offered", { seat = 1 })
draw_offer.take(three, "game.waiting", { seq = 5, seat = 1 })
check.equal("clocks are told anew", three.draw_offer, 1)
draw_offer.take(three, "game.waiting", { seq = 7, seat = 1 })
check.equal("choices that were not heard", three.draw_offer, nil)
